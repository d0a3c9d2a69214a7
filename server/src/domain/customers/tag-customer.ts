import { tagsPerCustomerMax } from '#contract/customers.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CustomerRow, lockLivingCustomer } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';

type Tagging = { id: number; add: readonly number[]; remove: readonly number[] };

/** Adds tags to a customer and takes tags off. A merged tag stands for the one it became. */
export function tagCustomer(db: Database, the: Tagging, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockLivingCustomer(tx, the.id, caller);
    const add = await tagsNow(tx, customer, the.add, caller, 'data.add');
    await tagsNow(tx, customer, the.remove, caller, 'data.remove');
    const added = await tx.run(
      sql`insert into customer_tags (company_id, customer_id, tag_id, added_by)
          select ${customer.company_id}::bigint, ${customer.id}::bigint, id, ${caller.userId}::bigint from unnest(${add}::bigint[]) as id on conflict do nothing`,
    );
    await tx.run(
      sql`delete from customer_tags x where customer_id = ${customer.id} and tags_now(array[x.tag_id]) && tags_now(${the.remove}::bigint[])`,
    );
    // Who has more, by a merge, loses some of them before they get another.
    if (added > 0 && (await countShown(tx, customer)) > tagsPerCustomerMax)
      throw new Problem('limit_reached', { field: 'data.add', values: { max: tagsPerCustomerMax } });
    await recordEvents(tx, [customerEvent(customer, caller)]);
  });
}

/** As many as their card shows. */
async function countShown(tx: Tx, customer: CustomerRow): Promise<number> {
  const count = await tx.row<{ n: number }>(
    sql`select count(distinct g.id)::int as n from customer_tags x join tags g on g.id = any (tags_now(array[x.tag_id])) and g.is_deleted = 0
        where x.customer_id = ${customer.id}`,
  );
  return count?.n ?? 0;
}

async function tagsNow(
  tx: Tx,
  customer: CustomerRow,
  ids: readonly number[],
  caller: Caller,
  field: string,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const known = await tx.rows(
    sql`select id from tags where company_id = ${customer.company_id} and id = any (${wanted}::bigint[])`,
  );
  if (known.length < wanted.length || !caller.may(customer.company_id, 'tags.get'))
    throw new Problem('not_found', { field });
  const now = await tx.rows<{ id: number }>(
    sql`select id from tags where id = any (tags_now(${wanted}::bigint[])) and is_deleted = 0`,
  );
  return now.map((tag) => tag.id);
}
