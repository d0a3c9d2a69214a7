import { registerDependent } from '#platform/entities/dependents.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { inSight } from './of-tickets.ts';

const open = sql`t.view_type <> 'resolved' and t.is_deleted = 0 and t.is_spam = 0 and t.merged_into_id is null`;
const ofTheirCompanies = (ids: readonly number[]): Sql =>
  sql`t.company_id = any (array (select a.company_id from channel_accounts a where a.id = any (${ids}::bigint[])))`;

/**
 * Visitors are shut out of chats under way when their quidget is disabled, and nobody who wrote by a messenger is answered
 * there any more: whoever does it is told how many.
 */
for (const [entity, name] of [
  ['quidgets', 'open_chats'],
  ['integrations', 'messenger_tickets'],
] as const)
  registerDependent(entity, name, {
    privilege: 'tickets.update',
    mustMove: false,
    count: (ids, caller) =>
      sql`select count(*)::int as n from tickets t where ${ofTheirCompanies(ids)} and ${open} and t.channel_account_id = any (${ids}::bigint[])${inSight(caller, 't')}`,
  });

/** Open tickets that these mailboxes answer and no other could, as `findSender` chooses one: those with a chat or messenger of their own aside. */
registerDependent('mailboxes', 'unanswerable_tickets', {
  privilege: 'tickets.update',
  mustMove: false,
  count: (ids, caller) =>
    sql`select count(*)::int as n from tickets t join products p on p.id = t.product_id
        where ${ofTheirCompanies(ids)} and ${open} and ${answeredBy(sql`a.id = any (${ids}::bigint[])`)} and not ${answeredBy(sql`a.id <> all (${ids}::bigint[])`)}
          and not exists (select from channel_accounts o where o.id = t.channel_account_id and o.kind <> 'mailbox')${inSight(caller, 't')}`,
});

const answeredBy = (which: Sql): Sql =>
  sql`exists (select from channel_accounts a where a.company_id = t.company_id and a.is_deleted = 0 and a.kind = 'mailbox'
        and (a.id = t.channel_account_id or a.product_id = t.product_id or a.id = p.mailbox_id) and ${which})`;
