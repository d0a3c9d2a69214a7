import { Button, TextInput } from '@mantine/core';
import { IconMailPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userStatus } from '#contract/profile.ts';
import { useMay, useSelf } from '../../api/self.ts';
import { formatNumber } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from '../../ui/list-page.module.css';
import { ListTitle } from '../../ui/list-title.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Presence } from '../../ui/presence.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { peopleMax, peopleQuery } from './access-queries.ts';

const segments = ['all', 'invited', 'disabled'] as const;
export type PeopleSegment = (typeof segments)[number];
export const peopleSegment = (hash: string): PeopleSegment => segments.find((one) => one === hash) ?? 'all';

/** The people of all companies one works for, once for each company they are in; and those who are invited. */
export function PeopleList(props: { segment: PeopleSegment; invited: ReactNode; invite: () => void }) {
  const { segment, invited, invite } = props;
  const { t } = useTranslation();
  usePageTitle(t('access.person.plural'));
  const mayInvite = useMay('invites.create');
  const seesInvites = useMay('invites.get');
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const counts = { all: useQuery(peopleQuery('all')).data, disabled: useQuery(peopleQuery('disabled')).data };
  const names = { all: t('list.segments.all'), invited: t('invites.segment'), disabled: t('access.person.gone') };
  return (
    <div className={c.page}>
      <div className={c.bar}>
        <ListTitle>{t('access.person.plural')}</ListTitle>
        <nav className={c.segments} aria-label={t('list.segments.label')}>
          {segments
            .filter((one) => one !== 'invited' || seesInvites)
            .map((one) => (
              <Link
                key={one}
                to="/users"
                hash={one}
                activeOptions={{ includeHash: true }}
                aria-current={one === segment ? 'page' : undefined}
              >
                {names[one]} {one !== 'invited' && counts[one] && formatNumber(counts[one].total)}
              </Link>
            ))}
        </nav>
        <span className={c.gap} />
        {segment !== 'invited' && (
          <TextInput
            className={c.search}
            variant="filled"
            type="search"
            w={200}
            placeholder={t('access.person.find')}
            aria-label={t('access.person.find')}
            maxLength={100}
            leftSection={<Icon of={IconSearch} size={16} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {mayInvite && (
          <Button onClick={invite} data-add aria-label={t('invites.title')}>
            <Icon of={IconMailPlus} size={16} />
            <span className={c.addText}>{t('invites.invite')}</span>
          </Button>
        )}
      </div>
      {segment === 'invited' ? invited : <PeopleTable segment={segment} words={words} />}
    </div>
  );
}

/** To their place in a team, where they have one; their role and rights are a step from there. */
function personLink({ id, company_id, team_id }: { id: number; company_id: number; team_id: number | null }) {
  return team_id === null
    ? linkOptions({ to: '/users/$id/edit', params: { id }, search: { company: company_id } })
    : linkOptions({ to: '/$entity/$id/edit', params: { entity: 'teams', id: team_id }, hash: `user-${id}` });
}

function PeopleTable({ segment, words }: { segment: 'all' | 'disabled'; words: string }) {
  const { t } = useTranslation();
  const who = useSelf();
  const found = useQuery({ ...peopleQuery(segment, words), placeholderData: keepPreviousData });
  const hasSeveral = who.companies.length > 1;
  const companyNames = new Map(who.companies.map((company) => [company.id, company.company_name]));
  const roleName = (name: string) => t(`access.roles.${name}` as 'access.roles.agent', { defaultValue: name });
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!found.data)
    return (
      <SkeletonRows label={t('list.loading')} columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)" height={44} />
    );
  return (
    <>
      <section className={c.scroll} aria-label={t('list.table', { name: t('access.person.plural') })}>
        <table className={c.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('access.person.name')}</th>
              <th scope="col">{t('access.person.email')}</th>
              <th scope="col">{t('access.role')}</th>
              <th scope="col">{t('access.person.status')}</th>
              <th scope="col">{t('access.person.last_seen')}</th>
              <th scope="col" data-number>
                {t('access.person.open_tickets')}
              </th>
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
                  <Link className={c.open} {...personLink(row)}>
                    <span className={c.named}>
                      <Face name={row.name} avatar={row.avatar} />
                      <b>{row.name}</b>
                    </span>
                  </Link>
                </td>
                <td data-dim data-phone="second">
                  {row.email}
                </td>
                <td data-phone="end">{roleName(row.role)}</td>
                <td>
                  <Presence of={row.status === userStatus.online ? 'online' : 'offline'} />
                </td>
                <td data-dim>{row.last_seen && <DayTime at={row.last_seen} />}</td>
                <td data-number>{row.open_tickets || ''}</td>
                <td data-dim>{t(`access.scopes.${row.scope}`)}</td>
                {hasSeveral && <td data-dim>{companyNames.get(row.company_id)}</td>}
                <td className={c.menu} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {found.data.rows.length === 0 && (
        <p className={c.foot}>{words === '' ? t('access.person.nobody') : t('list.nothing_found')}</p>
      )}
      {found.data.total > peopleMax && <p className={c.foot}>{t('list.cut_off', { max: formatNumber(peopleMax) })}</p>}
    </>
  );
}
