import { createFileRoute, notFound } from '@tanstack/react-router';
import { learnLater } from '../i18n/language.ts';
import { CompanyPage } from '../pages/company-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/companies/$id/edit')({
  params: idParam,
  beforeLoad: async ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
    await Promise.all([learnLater('archive'), learnLater('calendar')]);
  },
  component: CompanyPage,
});
