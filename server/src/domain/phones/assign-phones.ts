import type { Tx } from '#platform/database.ts';
import { pool } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';

/** Gives numbers to a product, from the pool or from another product of its company, and remembers who had them. */
export async function assignPhones(tx: Tx, ids: readonly number[], productId: number, userId: number): Promise<void> {
  await endAssignments(tx, ids, userId, productId);
  await tx.run(
    sql`update phones t set product_id = p.id, company_id = p.company_id, is_onboarding = 0, updated = now()
        from products p where p.id = ${productId} and t.id = any (${ids}::bigint[])`,
  );
  await tx.run(
    sql`insert into phone_assignments (company_id, phone_id, product_id, taken_by)
        select company_id, id, product_id, ${userId} from phones t where id = any (${ids}::bigint[])
          and not exists (select 1 from phone_assignments a where a.phone_id = t.id and a.returned_at is null)`,
  );
}

/** Puts numbers back into the pool, under the number for a name: what a company called it is its own. */
export async function returnPhones(tx: Tx, ids: readonly number[], userId: number): Promise<void> {
  await endAssignments(tx, ids, userId, null);
  await tx.run(
    sql`update phones set product_id = null, company_id = ${pool}, is_onboarding = 1, name = phone_number, updated = now()
        where id = any (${ids}::bigint[])`,
  );
}

/** All but those that stay where they are. */
async function endAssignments(tx: Tx, ids: readonly number[], userId: number, staying: number | null): Promise<void> {
  await tx.run(
    sql`update phone_assignments set returned_by = ${userId}, returned_at = now()
        where phone_id = any (${ids}::bigint[]) and returned_at is null and product_id is distinct from ${staying}::bigint`,
  );
}
