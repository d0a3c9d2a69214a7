import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { teams } from '#contract/teams.ts';
import { useMay, useSelf } from '../../../api/self.ts';
import { useApart } from '../../../ui/offered/apart.ts';
import { firstOf } from '../../../ui/offered/reference.ts';
import { ViewGroup, ViewLink } from '../../../ui/views.tsx';
import { countersQuery, teamsQuery, toTeam } from '../ticket-queries.ts';
import { RestOfViews } from './rest-of-views-later.ts';
import type { TicketSearch } from './ticket-search.ts';
import { isSameSearch } from './ticket-views.ts';

/** What each team has open, one's own teams first. */
export function TeamLinks({ search }: { search: TicketSearch | null }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { data: counters } = useQuery(countersQuery);
  const { data: found } = useQuery({ ...teamsQuery, enabled: useMay('teams.get') });
  const openOf = new Map(counters?.teams.map((team) => [team.id, team.open]));
  const rows = found?.rows ?? [];
  const nameOf = useApart(rows);
  if (rows.length === 0) return null;
  const isMine = (team: (typeof rows)[number]) => team.members.some((member) => member.user_id === user.id);
  const link = (one: Row<typeof teams>) => (
    <ViewLink
      key={one.id}
      to="/tickets"
      search={{ team: one.id }}
      name={nameOf(one)}
      icon={IconUsersGroup}
      count={openOf.get(one.id)}
      on={search !== null && isSameSearch(search, { team: one.id })}
    />
  );
  return (
    <>
      <ViewGroup>{t('tickets.views.teams')}</ViewGroup>
      {[...rows.filter(isMine), ...rows.filter((team) => !isMine(team))].map(link)}
      {found && found.total > rows.length && (
        <Suspense>
          <RestOfViews of={teams} query={firstOf(toTeam, null)} total={found.total} draw={link} />
        </Suspense>
      )}
    </>
  );
}
