import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Letters that wait to leave are told: they keep waiting while their mailbox is disabled, until they are given up. */
registerDependent('mailboxes', 'letters', {
  privilege: 'mailboxes.delete',
  mustMove: false,
  count: (ids) =>
    sql`select count(*)::int as n from deliveries where channel_account_id = any (${ids}::bigint[]) and state in ('queued', 'sending')`,
});
