import { createFileRoute } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { QuidgetAddPage } from '../pages/quidget-page.tsx';

export const Route = createFileRoute('/_desk/quidgets/add')({
  beforeLoad: () => learnLater('quidget'),
  component: QuidgetAddPage,
});
