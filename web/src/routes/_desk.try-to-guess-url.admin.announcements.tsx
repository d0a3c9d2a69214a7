import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { AnnouncementsPage } from '../pages/announcements-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/announcements')({
  beforeLoad: async ({ context }) => {
    await requireOperator(context.queryClient);
    await learnLater('operators');
  },
  component: AnnouncementsPage,
});
