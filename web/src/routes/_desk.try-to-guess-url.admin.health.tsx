import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { InstallationHealthPage } from '../pages/installation-health-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/health')({
  beforeLoad: async ({ context }) => {
    await requireOperator(context.queryClient);
    await learnLater('operators');
  },
  component: InstallationHealthPage,
});
