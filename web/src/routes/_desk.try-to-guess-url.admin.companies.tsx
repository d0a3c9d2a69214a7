import { createFileRoute } from '@tanstack/react-router';
import { readOperatedSearch } from '../features/operators/operated-search.ts';
import { learnLater } from '../i18n/language.ts';
import { OperatedCompaniesPage } from '../pages/operated-companies-page.tsx';

export const Route = createFileRoute('/_desk/try-to-guess-url/admin/companies')({
  validateSearch: readOperatedSearch,
  beforeLoad: () => learnLater('operators'),
  component: OperatedCompaniesPage,
});
