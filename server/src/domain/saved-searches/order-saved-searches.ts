import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Search = { id: number; company_id: number };

/** Puts searches in the order they are named in, for whoever asks: others keep their own. */
export async function orderSavedSearches(db: Database, ids: readonly number[], caller: Caller): Promise<void> {
  const order = [...new Set(ids)];
  const { userId, companies } = caller;
  // News for one person are of no company.
  await db.transaction('system', async (tx) => {
    const rows = await tx.rows<Search>(
      sql`select id, company_id from saved_searches
          where id = any (${order}::bigint[]) and company_id = any (${companies}::bigint[]) and (is_shared = 1 or user_id = ${userId}) order by id for share`,
    );
    const seen = rows.filter((row) => caller.may(row.company_id, 'saved-searches.get'));
    if (seen.length < order.length) throw new Problem('not_found', { field: 'data.ids' });
    await tx.run(
      sql`insert into saved_search_places (company_id, user_id, saved_search_id, position)
            select s.company_id, ${userId}::bigint, o.id, o.place from unnest(${order}::bigint[]) with ordinality as o (id, place) join saved_searches s on s.id = o.id
            order by o.id
          on conflict (user_id, saved_search_id) do update set position = excluded.position`,
    );
    await recordEvents(tx, [
      {
        ...{ companyId: null, userId, entity: 'saved-searches', action: 'updated', entityId: order[0] ?? null },
        actor: { kind: 'user', id: userId },
      },
    ]);
  });
}
