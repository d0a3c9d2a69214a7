import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nextChange } from '#contract/business-hours.ts';
import { calendars } from '#contract/calendars.ts';
import { teams } from '#contract/teams.ts';
import { rowQuery } from '../../../api/rows.ts';
import { useMay } from '../../../api/self.ts';
import { aheadWithin } from '../../../i18n/time.ts';
import { useNow } from '../use-now.ts';
import c from './ticket-context.module.css';

/** Of a ticket in the queue of a team that is given nothing now: until when. */
export default function TeamClosed({ teamId, companyId }: { teamId: number; companyId: number }) {
  const { t } = useTranslation();
  const now = useNow();
  const mayAsk = [useMay('teams.get', companyId), useMay('calendars.get', companyId)].every(Boolean);
  const { data: team } = useQuery({ ...rowQuery(teams, teamId, ['id', 'routing', 'calendar_id']), enabled: mayAsk });
  const calendarId = team?.routing === 'off' ? null : team?.calendar_id;
  const { data: hours } = useQuery({
    ...rowQuery(calendars, calendarId ?? 0, ['id', 'time_zone', 'week', 'holidays', 'is_deleted']),
    enabled: typeof calendarId === 'number',
  });
  if (typeof calendarId !== 'number' || !hours || hours.is_deleted === 1) return null;
  const { isOpen, changesAt } = nextChange(hours, now.getTime());
  if (isOpen) return null;
  return (
    <p className={c.quiet}>
      {changesAt === null
        ? t('calendar.team_never')
        : t('calendar.team_closed', { at: aheadWithin(new Date(changesAt), now) })}
    </p>
  );
}
