import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { InstallationHealthPage } from '../pages/installation-health-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/health')({
  // Why messengers do not answer is said among the words of theirs.
  beforeLoad: () => Promise.all([learnLater('operators'), learnLater('integrations')]),
  component: InstallationHealthPage,
});
