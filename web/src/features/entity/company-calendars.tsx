import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { calendars } from '#contract/calendars.ts';
import { allRowsQuery } from '../../api/all-rows.ts';
import { useMay } from '../../api/self.ts';
import { BarOfList, formStyles } from '../../ui/form-page.tsx';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './fields/fields.module.css';
import { OpenNow } from './fields/open-now.tsx';

/** The calendars of a company, and whether each is open now. */
export function CompanyCalendars(props: { company: { id: number; company_name: string }; header: ReactNode }) {
  const { company, header } = props;
  const { t } = useTranslation();
  usePageTitle(company.company_name);
  const mayCreate = useMay('calendars.create', company.id);
  const found = useQuery(
    allRowsQuery(calendars, {
      conditions: [
        ['company_id', '=', company.id],
        ['is_deleted', '=', 0],
      ],
      sort: [['name', 'asc']],
    }),
  );
  return (
    <div className={formStyles.page}>
      <BarOfList title={company.company_name} back={{ to: '/$entity/search', params: { entity: 'companies' } }} />
      <div className={formStyles.body}>
        <div>
          {header}
          {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
          {found.isPending && <SkeletonRows label={t('list.loading')} rows={2} columns="1fr" height={44} />}
          {found.data?.rows.length === 0 && <p className={c.none}>{t('entities.calendars.empty_text')}</p>}
          <ul className={c.calendars} aria-label={t('entities.calendars.plural')}>
            {found.data?.rows.map((calendar) => (
              <li key={calendar.id}>
                <Link to="/$entity/$id/edit" params={{ entity: 'calendars', id: calendar.id }}>
                  {calendar.name}
                </Link>
                <OpenNow of={calendar} />
                <span>{calendar.time_zone}</span>
              </li>
            ))}
          </ul>
          {mayCreate && (
            <ButtonLink
              variant="default"
              to="/$entity/add"
              params={{ entity: 'calendars' }}
              search={{ company: company.id }}
            >
              {t('entities.calendars.add')}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}
