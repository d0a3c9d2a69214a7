import { savedSearches, savedSearchesMax, savedSearchesPerCompanyMax } from '#contract/saved-searches.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller, Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** After all that has a place. */
const unplaced = 1_000_000;

export const savedSearchesTable: EntityTable = {
  entity: savedSearches,
  table: 'saved_searches',
  rowsMax: savedSearchesPerCompanyMax,
  columns: { 'users.name': { expression: 'us.name', join: 'user' } },
  joins: { user: 'join users us on us.id = t.user_id' },
  personal: {
    // Looked up once for all of them: each look into another table passes its walls.
    position: ({ userId }) =>
      sql`coalesce(((select jsonb_object_agg(w.saved_search_id, w.position) from saved_search_places w where w.user_id = ${userId}) ->> t.id::text)::int, ${unplaced})`,
  },
  visible: (caller) => sql`(t.is_shared = 1 or t.user_id = ${caller.userId})`,
  async prepare(tx, row, caller) {
    await requireRoomOf(tx, Number(row.company_id), caller.userId, 1, 'data');
    return { ...row, user_id: caller.userId };
  },
  check: requireShare,
  async follow(tx, { action, rows, at }) {
    if (action !== 'restore') return;
    const owners = await tx.rows<{ company_id: number; user_id: number }>(
      sql`select distinct company_id, user_id from saved_searches where id = any (${rows.map((row) => row.id)}::bigint[])`,
    );
    for (const one of owners) await requireRoomOf(tx, one.company_id, one.user_id, 0, at);
  },
};

/** First half of the advisory lock `(this, person)`: those who add searches of one person take turns. */
const countLock = 1_886_544_091;

async function requireRoomOf(tx: Tx, companyId: number, userId: number, more: number, field: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${countLock}, hashint8(${userId}))`);
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from saved_searches where company_id = ${companyId} and user_id = ${userId} and is_deleted = 0`,
  );
  if ((row?.n ?? 0) + more > savedSearchesMax)
    throw new Problem('limit_reached', { field, values: { max: savedSearchesMax } });
}

/** One's own searches are one's own business; what the company finds takes the right to share. */
async function requireShare(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  const ids = rows.map((row) => row.id);
  const shared = await tx.rows<{ company_id: number }>(
    sql`select distinct company_id from saved_searches where id = any (${ids}::bigint[])
          and (is_shared = 1 or ${values.is_shared === 1})`,
  );
  if (shared.some(({ company_id }) => !mayShare(caller, company_id))) throw new Problem('forbidden');
  if (values.is_shared !== 0) return;
  // It would be its owner's, and gone for whoever did it, and for everybody.
  const others = await tx.row(
    sql`select 1 from saved_searches where id = any (${ids}::bigint[]) and user_id <> ${caller.userId} limit 1`,
  );
  if (others) throw new Problem('owned_by_another', { field: `${at}.is_shared` });
}

const mayShare = (caller: Caller, companyId: number): boolean => caller.may(companyId, 'saved-searches.share');
