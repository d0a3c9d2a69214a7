import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Face } from '../../ui/face.tsx';
import c from '../../ui/list-page.module.css';
import { ListTitle } from '../../ui/list-title.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { peopleMax, peopleQuery } from './access-queries.ts';

const segments = ['all', 'disabled'] as const;
export type PeopleSegment = (typeof segments)[number];

/** The people of all companies one works for: once for each company they are in. */
export function PeopleList({ segment }: { segment: PeopleSegment }) {
  const { t } = useTranslation();
  usePageTitle(t('access.person.plural'));
  const who = useSelf();
  const found = useQuery(peopleQuery(segment));
  const counts = { all: useQuery(peopleQuery('all')).data, disabled: useQuery(peopleQuery('disabled')).data };
  const hasSeveral = who.companies.length > 1;
  const companyNames = new Map(who.companies.map((company) => [company.id, company.company_name]));
  const roleName = (name: string) => t(`access.roles.${name}` as 'access.roles.agent', { defaultValue: name });
  return (
    <div className={c.page}>
      <div className={c.bar}>
        <ListTitle>{t('access.person.plural')}</ListTitle>
        <nav className={c.segments} aria-label={t('list.segments.label')}>
          {segments.map((one) => (
            <Link
              key={one}
              to="/users"
              hash={one}
              activeOptions={{ includeHash: true }}
              aria-current={one === segment ? 'page' : undefined}
            >
              {t(one === 'all' ? 'list.segments.all' : 'access.person.gone')}{' '}
              {counts[one] && formatNumber(counts[one].total)}
            </Link>
          ))}
        </nav>
      </div>
      {found.isError && <Problem error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && (
        <SkeletonRows label={t('list.loading')} columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)" height={44} />
      )}
      {found.data && (
        <section className={c.scroll} aria-label={t('list.table', { name: t('access.person.plural') })}>
          <table className={c.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('access.person.name')}</th>
                <th scope="col">{t('access.person.email')}</th>
                <th scope="col">{t('access.role')}</th>
                <th scope="col">{t('access.scope')}</th>
                {hasSeveral && <th scope="col">{t('access.person.company')}</th>}
                <td />
              </tr>
            </thead>
            <tbody>
              {found.data.rows.map((row) => (
                <tr key={`${row.company_id} ${row.id}`}>
                  <td className={c.pick} />
                  <td className={c.first}>
                    <Link
                      className={c.open}
                      to="/users/$id/edit"
                      params={{ id: row.id }}
                      search={hasSeveral ? { company: row.company_id } : {}}
                    >
                      <span className={c.named}>
                        <Face name={row.name} />
                        <b>{row.name}</b>
                      </span>
                    </Link>
                  </td>
                  <td data-dim data-phone="second">
                    {row.email}
                  </td>
                  <td data-phone="end">{roleName(row.role)}</td>
                  <td data-dim>{t(`access.scopes.${row.scope}`)}</td>
                  {hasSeveral && <td data-dim>{companyNames.get(row.company_id)}</td>}
                  <td className={c.menu} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found.data && found.data.rows.length === 0 && <p className={c.foot}>{t('access.person.nobody')}</p>}
      {found.data && found.data.total > peopleMax && (
        <p className={c.foot}>{t('list.cut_off', { max: formatNumber(peopleMax) })}</p>
      )}
    </div>
  );
}
