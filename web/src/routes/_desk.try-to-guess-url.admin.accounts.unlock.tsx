import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { UnlockPage } from '../pages/unlock-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/accounts/unlock')({
  beforeLoad: () => learnLater('operators'),
  component: UnlockPage,
});
