import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { SettingsPage } from '../pages/settings-page.tsx';

export const Route = createFileRoute('/_desk/settings')({
  beforeLoad: () => learnLater('push'),
  component: SettingsPage,
});
