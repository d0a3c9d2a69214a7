import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { AnnouncementsPage } from '../pages/announcements-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/announcements')({
  beforeLoad: () => learnLater('operators'),
  component: AnnouncementsPage,
});
