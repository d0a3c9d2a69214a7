import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { mayShare } from './saved-searches-table.ts';

type Search = { id: number; company_id: number; user_id: number; is_shared: 0 | 1 };

/** Puts searches in the order they are named in. */
export async function orderSavedSearches(db: Database, ids: readonly number[], caller: Caller): Promise<void> {
  const order = [...new Set(ids)];
  await db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await tx.rows<Search>(
      sql`select id, company_id, user_id, is_shared from saved_searches
          where id = any (${order}::bigint[]) and (is_shared = 1 or user_id = ${caller.userId}) order by id for update`,
    );
    const seen = rows.filter((row) => caller.may(row.company_id, 'saved-searches.get'));
    if (seen.length < order.length) throw new Problem('not_found', { field: 'data.ids' });
    if (seen.some((row) => !mayOrder(caller, row))) throw new Problem('forbidden');
    await tx.run(
      sql`update saved_searches s set position = o.place from unnest(${order}::bigint[]) with ordinality as o (id, place) where s.id = o.id`,
    );
    const actor = { kind: 'user', id: caller.userId } as const;
    // One happening in each company, however many lines moved.
    const moved = new Map(seen.map((row) => [row.company_id, row.id]));
    await recordEvents(
      tx,
      [...moved].map(([companyId, entityId]) => ({
        companyId,
        entity: 'saved-searches',
        action: 'updated',
        entityId,
        actor,
      })),
    );
  });
}

const mayOrder = (caller: Caller, { company_id, is_shared }: Search): boolean =>
  caller.may(company_id, 'saved-searches.update') && (is_shared === 0 || mayShare(caller, company_id));
