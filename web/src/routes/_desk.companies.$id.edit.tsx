import { createFileRoute, notFound } from '@tanstack/react-router';
import { CompanyPage } from '../pages/company-page.tsx';
import { idParam } from './-params.ts';

export const Route = createFileRoute('/_desk/companies/$id/edit')({
  params: idParam,
  beforeLoad: ({ params }) => {
    if (Number.isNaN(params.id)) throw notFound();
  },
  component: CompanyPage,
});
