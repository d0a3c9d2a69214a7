import { createFileRoute } from '@tanstack/react-router';
import { readOperatedSearch } from '../features/operators/operated-search.ts';
import { learnLater } from '../i18n/language.ts';
import { OperatedCompaniesPage } from '../pages/operated-companies-page.tsx';
import { requireOperator } from './-guards.ts';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/companies')({
  validateSearch: readOperatedSearch,
  beforeLoad: async ({ context }) => {
    await requireOperator(context.queryClient);
    await learnLater('operators');
  },
  component: OperatedCompaniesPage,
});
