import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';
import { inSight } from './of-tickets.ts';

/** Tickets that are not done are told: they stay with their customer, and another one gets them by a merge alone. */
registerDependent('customers', 'open_tickets', {
  privilege: 'tickets.update',
  mustMove: false,
  count: (ids, caller) =>
    sql`select count(*)::int as n from customers c join tickets t on t.company_id = c.company_id and t.customer_id = c.id
        where c.id = any (${ids}::bigint[]) and t.view_type <> 'resolved' and t.is_deleted = 0 and t.is_spam = 0 and t.merged_into_id is null${inSight(caller, 't')}`,
});
