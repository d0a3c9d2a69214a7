import type { z } from 'zod';
import { type phoneHistory as historyCall, productCallPhones } from '#contract/product-call-phones.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Change = z.output<typeof historyCall.answer>['changes'][number];
const shownMax = 100;

/**
 * Where the number came from and went to, as far as the caller's companies had it, the newest first. Whoever had it besides
 * is nobody's business. What passed from one product to the next in one moment is one change.
 */
export async function phoneHistory(db: Database, phoneId: number, caller: Caller): Promise<Change[]> {
  const companies = caller.companies.filter((id) => caller.may(id, `${productCallPhones.name}.get`));
  const found = await db.read<Change>(
    { companies },
    sql`with had as (
          select a.*, json_build_object('id', p.id, 'name', p.name) as product
          from phone_assignments a join products p on p.id = a.product_id
          where a.company_id = any (${companies}::bigint[]) and a.phone_id = ${phoneId}
        ), changes as (
          select h.taken_at as at, h.taken_by as by, before.product as "from", h.product as "to"
          from had h left join had before on before.company_id = h.company_id and before.returned_at = h.taken_at
          union all
          select h.returned_at, h.returned_by, h.product, null from had h
          where h.returned_at is not null
            and not exists (select from had next where next.company_id = h.company_id and next.taken_at = h.returned_at)
        )
        select to_char(c.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, u.name as by, c."from", c."to"
        from changes c left join users u on u.id = c.by order by c.at desc limit ${shownMax}`,
  );
  if (found.length === 0) throw new Problem('not_found', { field: 'data.id' });
  return found;
}
