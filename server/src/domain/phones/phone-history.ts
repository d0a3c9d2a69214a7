import { productCallPhones } from '#contract/product-call-phones.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Assignment = {
  product_id: number;
  product_name: string;
  taken_by: string | null;
  taken_at: string;
  returned_by: string | null;
  returned_at: string | null;
};
const shownMax = 100;

/** Which of the caller's products had the number, the newest first. Whoever had it besides is nobody's business. */
export async function phoneHistory(db: Database, phoneId: number, caller: Caller): Promise<Assignment[]> {
  const companies = caller.companies.filter((id) => caller.may(id, `${productCallPhones.name}.get`));
  const found = await db.read<Assignment>(
    { companies },
    sql`select a.product_id, p.name as product_name, taker.name as taken_by, returner.name as returned_by,
          to_char(a.taken_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as taken_at,
          to_char(a.returned_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as returned_at
        from phone_assignments a join products p on p.id = a.product_id
          left join users taker on taker.id = a.taken_by left join users returner on returner.id = a.returned_by
        where a.company_id = any (${companies}::bigint[]) and a.phone_id = ${phoneId} order by a.id desc limit ${shownMax}`,
  );
  if (found.length === 0) throw new Problem('not_found', { field: 'data.id' });
  return found;
}
