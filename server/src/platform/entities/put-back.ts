import type { Tx } from '../database.ts';
import { recordEvents } from '../events.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import { type Dependent, dependentsOf, type Moved } from './dependents.ts';
import type { Caller, EntityTable } from './entity-table.ts';
import type { LockedRow } from './lock-rows.ts';

type Undone = { readonly of: Dependent; readonly companyId: number; readonly moved: readonly Moved[] };

/**
 * What moved in the transactions in which the caller disabled these rows, as the log says. Rows that were restored or
 * disabled once more since then are not asked: what that meant is over.
 */
export async function findMoved(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  caller: Caller,
): Promise<readonly Undone[]> {
  const told = await tx.rows<{ company_id: number; entity: string; entity_id: number; detail: Detail }>(
    sql`with disabled as (
          select distinct d.company_id, d.written_in from events d
          where d.company_id = any (${rows.map((row) => row.companyId)}::bigint[]) and d.entity = ${of.entity.name}
            and d.entity_id = any (${rows.map((row) => row.id)}::bigint[]) and d.detail is not null and d.action = 'deleted'
            and d.actor_kind = 'user' and d.actor_id = ${caller.userId}
            and not exists (select from events since where since.company_id = d.company_id and since.position > d.position
              and since.entity = d.entity and since.entity_id = d.entity_id and since.action in ('deleted', 'restored')))
        select m.company_id, m.entity, m.entity_id, m.detail from disabled d join events m using (written_in, company_id)
        where m.action = 'updated' and m.detail is not null`,
  );
  const ids = new Set(rows.map((row) => row.id));
  return dependentsOf(of.entity).flatMap(([, dependent]) => {
    const { back } = dependent;
    if (!back) return [];
    const found = told.flatMap(({ company_id: companyId, entity, entity_id: id, detail }) => {
      const [at, to] = [detail.after?.[back.field], detail.before?.[back.field]];
      const isIt = entity === back.entity && typeof at === 'number' && typeof to === 'number' && ids.has(to);
      return isIt ? [{ companyId, moved: { id, at, to } }] : [];
    });
    return [...Map.groupBy(found, (one) => one.companyId)].map(([companyId, some]) => ({
      of: dependent,
      companyId,
      moved: some.map((one) => one.moved),
    }));
  });
}
type Detail = { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> };

/** Gives all that back, and answers the entities whose rows were changed. */
export async function putBack(tx: Tx, undone: readonly Undone[], caller: Caller): Promise<string[]> {
  const touched = new Set<string>();
  for (const { of, companyId, moved } of undone) {
    if (!caller.may(companyId, of.privilege)) throw new Problem('forbidden');
    const happened = (await of.back?.give(tx, moved, caller)) ?? [];
    await recordEvents(tx, happened);
    for (const { entity } of happened) touched.add(entity);
  }
  return [...touched];
}
