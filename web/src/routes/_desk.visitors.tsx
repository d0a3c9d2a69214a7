import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { VisitorsPage } from '../pages/visitors-page.tsx';

export const Route = createFileRoute('/_desk/visitors')({
  beforeLoad: () => learnLater('visitors'),
  component: VisitorsPage,
});
