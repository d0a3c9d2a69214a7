import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/problem.ts';
import { userAccessQuery } from '../features/access/access-queries.ts';
import { type Access, UserAccessForm } from '../features/access/user-access-form.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { Empty } from '../ui/empty.tsx';
import { ButtonLink } from '../ui/link-parts.tsx';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { FormSkeleton } from './form-states.tsx';

/** `/users/{id}/edit`: what a colleague may do, company by company. */
export function UserPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/_desk/users/$id/edit' });
  const { company } = useSearch({ from: '/_desk/users/$id/edit' });
  const found = useQuery(userAccessQuery(id));
  const of = found.data?.companies.find((one) => one.company_id === company) ?? found.data?.companies[0];
  return (
    <Shell section="administration" views={<EntityViews on="users" />}>
      {found.data && of ? (
        <UserAccessForm
          key={`${id} ${of.company_id}`}
          user={found.data.user}
          of={of}
          header={found.data.companies.length > 1 && <CompanyChoice all={found.data} id={id} on={of.company_id} />}
        />
      ) : found.isError && !isApiError(found.error, 'not_found') ? (
        <Problem error={found.error} retry={() => void found.refetch()} isPage />
      ) : found.isPending ? (
        <FormSkeleton />
      ) : (
        <Empty
          isPage
          title={t('problem.not_there')}
          action={
            <ButtonLink variant="default" to="/users/search">
              {t('form.back')}
            </ButtonLink>
          }
        >
          {t('problem.not_there_text')}
        </Empty>
      )}
    </Shell>
  );
}

function CompanyChoice({ all, id, on }: { all: Access; id: number; on: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Select
      label={t('access.company')}
      mb={24}
      data={all.companies.map((one) => ({ value: String(one.company_id), label: one.company_name }))}
      value={String(on)}
      allowDeselect={false}
      onChange={(next) =>
        void navigate({ to: '/users/$id/edit', params: { id }, search: { company: Number(next) }, replace: true })
      }
    />
  );
}
