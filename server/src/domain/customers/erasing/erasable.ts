import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CustomerRow, lockVisibleCustomers } from '../customer-access.ts';

/**
 * The customer, locked, for a caller who may export or erase them. It is about everything that the company holds, so
 * nobody may who sees only a part of its tickets.
 */
export async function lockWholeCustomer(
  tx: Tx,
  id: number,
  caller: Caller,
  privilege: 'customers.export' | 'customers.erase',
): Promise<CustomerRow> {
  const [customer] = await lockVisibleCustomers(tx, [{ id, field: 'data.id' }], caller, privilege);
  if (!customer) throw new Error('unreachable: each is found or refused');
  if (caller.narrowed.has(customer.company_id)) throw new Problem('forbidden');
  return customer;
}

/** Their card and those that were merged into it, which are the same person. */
export async function cardsOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`with recursive same as (
          select id from customers where id = ${id} union select c.id from customers c join same s on c.merged_into = s.id)
        select id from same order by id`,
  );
  return rows.map((row) => row.id);
}
