import { registerDependent } from '#platform/entities/dependents.ts';
import { type Sql, sql } from '#platform/sql.ts';

/**
 * What rests with a company that is disabled. None of it can go to another one: its products are disabled first, and the rest
 * is told.
 */
const stops = (name: string, count: (ids: readonly number[]) => Sql, mustMove = false): void =>
  registerDependent('companies', name, { privilege: 'companies.delete', mustMove, count });

const ofTable = (table: string) => (ids: readonly number[]) =>
  sql`select count(*)::int as n from ${sql.unsafe(table)} where company_id = any (${ids}::bigint[]) and is_deleted = 0`;
const ofKind = (kind: string) => (ids: readonly number[]) =>
  sql`select count(*)::int as n from channel_accounts where company_id = any (${ids}::bigint[]) and kind = ${kind} and is_deleted = 0`;

stops(
  'open_tickets',
  (ids) =>
    sql`select count(*)::int as n from tickets where company_id = any (${ids}::bigint[]) and view_type <> 'resolved' and is_deleted = 0 and is_spam = 0 and merged_into_id is null`,
);
stops('products', ofTable('products'), true);
stops('mailboxes', ofKind('mailbox'));
stops('product-call-phones', ofTable('phones'));
