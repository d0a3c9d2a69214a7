import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { PhonesPage } from '../pages/phones-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/phones/create')({
  beforeLoad: () => learnLater('operators'),
  component: PhonesPage,
});
