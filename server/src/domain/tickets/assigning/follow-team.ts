import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import { ofTickets } from './of-tickets.ts';

/** Nobody looks into the queue of a team that is disabled: what is not done goes to another one, if somebody says which. */
registerDependent(
  'teams',
  'open_tickets',
  dependentByColumn({
    ...ofTickets,
    column: 'team_id',
    which: "view_type <> 'resolved' and is_deleted = 0 and is_spam = 0 and merged_into_id is null",
    decidesReach: true,
    telling: 'assignee_id',
  }),
);
