import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { SettingsPage } from '../pages/settings-page.tsx';

export const Route = createFileRoute('/_desk/settings')({
  beforeLoad: async () => {
    await Promise.all([learnLater('settings'), learnLater('push')]);
  },
  component: SettingsPage,
});
