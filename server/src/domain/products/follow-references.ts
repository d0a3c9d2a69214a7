import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';

const byColumn = (column: string, mustMove: boolean) => dependentByColumn({ entity: 'products', column, mustMove });

/** Products that name a team, a mailbox or a calendar name another one when it is disabled, if somebody says which. */
registerDependent('teams', 'products', byColumn('team_id', false));
registerDependent('mailboxes', 'products', byColumn('mailbox_id', false));
// What an automatic reply goes by does not vanish under it.
registerDependent('calendars', 'products', byColumn('auto_reply_calendar_id', true));
