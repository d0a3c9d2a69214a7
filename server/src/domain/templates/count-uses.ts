import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { mayUseTemplate } from './may-use-template.ts';

type Used = { readonly ids: readonly number[]; readonly companyId: number };

/** A foreign template does not exist. One that was disabled or taken away meanwhile stops no letter. */
export async function requireTemplates(tx: Tx, { ids, companyId }: Used): Promise<void> {
  if (ids.length === 0) return;
  const wanted = [...new Set(ids)];
  const known = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from templates where company_id = ${companyId} and id = any (${wanted}::bigint[])`,
  );
  if (known?.n !== wanted.length) throw new Problem('not_found', { field: 'data.template_ids' });
}

/** Counts each template once: for everybody, and for this person, to whom it is offered first from now on. */
export async function countUses(tx: Tx, { ids, companyId }: Used, caller: Caller): Promise<void> {
  if (ids.length === 0) return;
  // In one order everywhere, so that two who use the same ones do not wait for each other in a circle.
  await tx.run(
    sql`with used as (
          select t.id from templates t where t.company_id = ${companyId} and t.id = any (${ids}::bigint[]) and ${mayUseTemplate(caller, 't')}
          order by t.id for no key update),
        mine as (
          insert into template_uses (company_id, template_id, user_id) select ${companyId}::bigint, id, ${caller.userId}::bigint from used
          on conflict (template_id, user_id) do update set times = template_uses.times + 1, last_used = now())
        update templates t set times_used = t.times_used + 1 from used where t.id = used.id`,
  );
}
