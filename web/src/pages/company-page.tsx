import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { companies } from '#contract/companies.ts';
import { rowQuery } from '../api/rows.ts';
import { privilegesQuery } from '../features/access/access-queries.ts';
import { CompanyTabs, companyParts } from '../features/access/company-tabs.tsx';
import { Guarded } from '../features/access/guarded.tsx';
import { PrivilegesForm } from '../features/access/privileges-form.tsx';
import { CompanyArchive } from '../features/archive/company-archive.tsx';
import { CompanyCalendars } from '../features/entity/company-calendars.tsx';
import { declarations } from '../features/entity/declarations/index.ts';
import { EntityForm } from '../features/entity/entity-form.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { JobList } from '../features/jobs/job-list.tsx';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { FormSkeleton, NotThere } from './form-states.tsx';

/** `/companies/{id}/edit`: what it is called, from where it is reached, who may do what. */
export function CompanyPage() {
  const { id } = useParams({ from: '/_desk/companies/$id/edit' });
  const hash = useLocation({ select: (location) => location.hash });
  const part = companyParts.find((one) => one === hash) ?? 'general';
  const found = useQuery(rowQuery(companies, id));
  const header = <CompanyTabs id={id} on={part} />;
  return (
    <Shell section="administration" views={<EntityViews on="companies" />}>
      {found.isError ? (
        <NotThere error={found.error} entity="companies" retry={() => void found.refetch()} />
      ) : !found.data ? (
        <FormSkeleton />
      ) : part === 'general' || part === 'remote-access' ? (
        <EntityForm key={id} of={declarations.companies} row={found.data} header={header} onCreated={() => {}} />
      ) : part === 'calendars' ? (
        <CompanyCalendars company={found.data} header={header} />
      ) : part === 'archive' ? (
        <Guarded by="companies.export" companyId={id}>
          <CompanyArchive key={id} company={found.data} header={header} jobs={<JobList companyId={id} />} />
        </Guarded>
      ) : (
        <Guarded by="privileges.get" companyId={id}>
          <Privileges key={id} company={found.data} header={header} />
        </Guarded>
      )}
    </Shell>
  );
}

function Privileges({ company, header }: { company: { id: number; company_name: string }; header: React.ReactNode }) {
  const found = useQuery(privilegesQuery(company.id));
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} isPage />;
  return found.data ? <PrivilegesForm company={company} of={found.data} header={header} /> : <FormSkeleton />;
}
