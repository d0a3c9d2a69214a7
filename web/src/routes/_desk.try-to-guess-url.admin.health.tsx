import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { InstallationHealthPage } from '../pages/installation-health-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/health')({
  beforeLoad: () => learnLater('operators'),
  component: InstallationHealthPage,
});
