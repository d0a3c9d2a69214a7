import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay, useSelf } from '../../../api/self.ts';
import { ViewGroup, ViewLink } from '../../../ui/views.tsx';
import { countersQuery, teamsQuery } from '../ticket-queries.ts';
import type { TicketSearch } from './ticket-search.ts';
import { isSameSearch } from './ticket-views.ts';

/** What each team has open, one's own teams first. */
export function TeamLinks({ search }: { search: TicketSearch | null }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { data: counters } = useQuery(countersQuery);
  const { data: teams } = useQuery({ ...teamsQuery, enabled: useMay('teams.get') });
  const openOf = new Map(counters?.teams.map((team) => [team.id, team.open]));
  const rows = teams?.rows ?? [];
  if (rows.length === 0) return null;
  const isMine = (team: (typeof rows)[number]) => team.members.some((member) => member.user_id === user.id);
  return (
    <>
      <ViewGroup>{t('tickets.views.teams')}</ViewGroup>
      {[...rows.filter(isMine), ...rows.filter((team) => !isMine(team))].map((one) => (
        <ViewLink
          key={one.id}
          to="/tickets"
          search={{ team: one.id }}
          name={one.name}
          icon={IconUsersGroup}
          count={openOf.get(one.id)}
          on={search !== null && isSameSearch(search, { team: one.id })}
        />
      ))}
    </>
  );
}
