import { savedSearches, savedSearchesMax, savedSearchesPerCompanyMax } from '#contract/saved-searches.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller, Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';

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
  ownBusiness: { isOwn: ({ is_shared = 0 }) => is_shared === 0, fields: ['name', 'query'] },
  async prepare(tx, row, caller) {
    const whose = row.is_shared === 1 ? theCompanys : ownOf(caller.userId);
    await requireRoomAmong(tx, Number(row.company_id), whose, 1, 'data');
    return { ...row, user_id: caller.userId };
  },
  async check(tx, change) {
    await requireShare(tx, change);
    if (change.action === 'update') await requireRoomThere(tx, change);
  },
  async follow(tx, { action, rows, at }) {
    if (action !== 'restore') return;
    const among = await tx.rows<{ company_id: number; user_id: number | null }>(
      sql`select distinct company_id, case is_shared when 0 then user_id end as user_id from saved_searches
          where id = any (${rows.map((row) => row.id)}::bigint[]) order by company_id`,
    );
    for (const one of among)
      await requireRoomAmong(tx, one.company_id, one.user_id === null ? theCompanys : ownOf(one.user_id), 0, at);
  },
};

const theCompanys = sql`is_shared = 1`;
const ownOf = (userId: number): Sql => sql`is_shared = 0 and user_id = ${userId}`;

/** First half of the advisory lock `(this, company)`: those who add searches to a company take turns. */
const countLock = 1_886_544_091;

async function requireRoomAmong(tx: Tx, companyId: number, whose: Sql, more: number, field: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${countLock}, hashint8(${companyId}))`);
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from saved_searches where company_id = ${companyId} and is_deleted = 0 and ${whose}`,
  );
  if ((row?.n ?? 0) + more > savedSearchesMax)
    throw new Problem('limit_reached', { field, values: { max: savedSearchesMax } });
}

/** Those that become the company's, or their owner's alone, take room there. */
async function requireRoomThere(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  const { is_shared: isShared } = values;
  if (isShared === undefined) return;
  const moving = await tx.rows<{ company_id: number; n: number }>(
    sql`select company_id, count(*)::int as n from saved_searches
        where id = any (${rows.map((row) => row.id)}::bigint[]) and is_deleted = 0 and is_shared <> ${isShared}
        group by company_id order by company_id`,
  );
  const whose = isShared === 1 ? theCompanys : ownOf(caller.userId);
  for (const one of moving) await requireRoomAmong(tx, one.company_id, whose, one.n, `${at}.is_shared`);
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
