import type { Tx } from '#platform/database.ts';
import type { Caller, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { rulesSql, withinReach } from '../reach/index.ts';

/** Whoever sees a ticket of theirs, or wrote them down, sees the customer `t`. Undefined: everybody of the company does. */
export function customerSeenBy(caller: Caller, companies: readonly number[]): Sql | undefined {
  const rule = withinReach(caller, 'seen', companies);
  if (!rule) return undefined;
  const free = companies.filter((id) => !caller.narrowed.has(id));
  // One by one, or PostgreSQL may collect the customers of all tickets first, which a company seen whole among others needs.
  const oneByOne = free.length === 0 ? sql.unsafe(' offset 0') : sql.empty;
  return sql`(t.company_id = any (${free}::bigint[]) or t.added_by = ${caller.userId}
      or exists (select from tickets seen where seen.company_id = t.company_id and seen.customer_id = t.id and ${rule}${oneByOne}))`;
}

/** Of more tickets than these the customers are met soon where all of a company are gone through. */
const ticketsNamedMax = 20_000;

/** The customers of somebody whose part of all companies asked is small, found from the tickets that they see. */
export const fewCustomersOf: NonNullable<EntityTable['fewVisible']> = (caller, companies) => {
  if (companies.some((id) => !caller.narrowed.has(id))) return undefined;
  const each = companies.flatMap((companyId) => [
    ...rulesSql(caller, companyId, 'seen').map(
      (rule) => sql`select seen.customer_id as id from tickets seen where seen.company_id = ${companyId} and ${rule}`,
    ),
    sql`select id from customers where company_id = ${companyId} and added_by = ${caller.userId}`,
  ]);
  const limited = each.map((ids) => sql`(${ids} limit ${ticketsNamedMax + 1})`);
  return sql`with each as materialized (${sql.join(limited, ' union all ')})
      select case when (select count(*) from each) <= ${ticketsNamedMax} then array(select distinct id from each) end as ids`;
};

/** `and …`, empty for those who see everybody. */
export const andSeenBy = (caller: Caller): Sql => {
  const rule = customerSeenBy(caller, caller.companies);
  return rule ? sql` and ${rule}` : sql.empty;
};

export type CustomerRow = {
  readonly id: number;
  readonly company_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: 'en' | 'ua' | null;
  readonly time_zone: string | null;
  readonly note: string;
  readonly is_blocked: 0 | 1;
  readonly is_deleted: 0 | 1;
  readonly merged_into: number | null;
  readonly erased_at: Date | null;
  readonly added: Date;
  readonly updated: Date;
};

const columns = sql.unsafe(
  ['id', 'company_id', 'first_name', 'last_name', 'email', 'phone', 'language', 'note', 'is_deleted', 'merged_into']
    .concat('time_zone', 'erased_at', 'added', 'updated')
    .map((name) => `t.${name}`)
    .concat('(case when t.blocked_at is null then 0 else 1 end) as is_blocked')
    .join(', '),
);

/** The customer, if the caller sees them. A foreign one does not exist. */
export async function findVisibleCustomer(tx: Tx, id: number, caller: Caller, field = 'data.id'): Promise<CustomerRow> {
  const row = await tx.row<CustomerRow>(sql`select ${columns} from customers t where t.id = ${id}${andSeenBy(caller)}`);
  if (!row || !caller.may(row.company_id, 'customers.get')) throw new Problem('customer_not_found', { field });
  return row;
}

/**
 * Several, locked in one order, for a caller who may do this. Nobody writes a ticket for them meanwhile. One who was merged
 * into another of them is seen as that one is: their tickets went along.
 */
export async function lockVisibleCustomers(
  tx: Tx,
  wanted: readonly { id: number; field: string }[],
  caller: Caller,
  privilege: string,
): Promise<CustomerRow[]> {
  const ids = wanted.map((one) => one.id);
  const rule = customerSeenBy(caller, caller.companies);
  const seen = rule ? sql` and (${rule} or t.merged_into = any (${ids}::bigint[]))` : sql.empty;
  const rows = await tx.rows<CustomerRow>(
    sql`select ${columns} from customers t where t.id = any (${ids}::bigint[])${seen} order by t.id for update`,
  );
  return wanted.map(({ id, field }) => {
    const row = rows.find((one) => one.id === id);
    if (!row || !caller.may(row.company_id, 'customers.get')) throw new Problem('customer_not_found', { field });
    if (!caller.may(row.company_id, privilege)) throw new Problem('forbidden');
    return row;
  });
}

type Wanted = { readonly id: number; readonly field?: string };

/** Two different ones of one company. */
export async function lockPair(
  tx: Tx,
  first: Wanted,
  second: Wanted & { readonly field: string },
  caller: Caller,
  privilege: string,
): Promise<[CustomerRow, CustomerRow]> {
  const wanted = [{ id: first.id, field: first.field ?? 'data.id' }, second];
  const [one, other] = await lockVisibleCustomers(tx, wanted, caller, privilege);
  if (!one || !other) throw new Error('unreachable: each is found or refused');
  if (one.id === other.id) throw new Problem('invalid_value', { field: second.field });
  if (one.company_id !== other.company_id) throw new Problem('customer_not_found', { field: second.field });
  return [one, other];
}

/** One that is to be changed: merged and erased ones are not any more. */
export async function lockLivingCustomer(tx: Tx, id: number, caller: Caller): Promise<CustomerRow> {
  const [customer] = await lockVisibleCustomers(tx, [{ id, field: 'data.id' }], caller, 'customers.update');
  if (!customer) throw new Error('unreachable: each is found or refused');
  if (customer.merged_into !== null || customer.erased_at !== null)
    throw new Problem('not_in_this_state', { field: 'data.id' });
  return customer;
}

/** What they are called, as well as it is known. */
export const nameOf = (row: Pick<CustomerRow, 'first_name' | 'last_name' | 'email' | 'phone'>): string =>
  `${row.first_name} ${row.last_name}`.trim() || row.email || row.phone || '';
