import { getRouteApi } from '@tanstack/react-router';
import { OperatedCompanies } from '../features/operators/operated-companies.tsx';
import { Shell } from '../ui/shell.tsx';

const route = getRouteApi('/_desk/try-to-guess-url/admin/companies');

/** Hidden, and for operators of the installation alone. */
export function OperatedCompaniesPage() {
  const search = route.useSearch();
  return (
    <Shell section="administration">
      <OperatedCompanies search={search} />
    </Shell>
  );
}
