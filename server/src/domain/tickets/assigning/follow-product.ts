import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import { ofTickets } from './of-tickets.ts';

/** Tickets that are not done go along when their product is disabled, if somebody says where to. */
registerDependent(
  'products',
  'open_tickets',
  dependentByColumn({
    ...ofTickets,
    column: 'product_id',
    which: "view_type <> 'resolved' and is_deleted = 0 and is_spam = 0",
    decidesReach: true,
    telling: 'assignee_id',
  }),
);
