import { savedSearches, savedSearchesMax } from '#contract/saved-searches.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller, Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

export const savedSearchesTable: EntityTable = {
  entity: savedSearches,
  table: 'saved_searches',
  columns: { 'users.name': { expression: 'us.name', join: 'user' } },
  joins: { user: 'join users us on us.id = t.user_id' },
  visible: (caller) => sql`(t.is_shared = 1 or t.user_id = ${caller.userId})`,
  async prepare(tx, row, caller) {
    const mine = await tx.row<{ n: number; last: number }>(
      sql`select count(*) filter (where is_deleted = 0)::int as n, coalesce(max(position), 0) as last from saved_searches
          where company_id = ${row.company_id} and user_id = ${caller.userId}`,
    );
    const { n = 0, last = 0 } = mine ?? {};
    if (n >= savedSearchesMax) throw new Problem('limit_reached', { field: 'data', values: { max: savedSearchesMax } });
    return { ...row, user_id: caller.userId, position: last + 1 };
  },
  check: requireShare,
};

/** One's own searches are one's own business; what the company finds takes the right to share. */
async function requireShare(tx: Tx, { rows, values, caller }: Change): Promise<void> {
  const shared = await tx.rows<{ company_id: number }>(
    sql`select distinct company_id from saved_searches where id = any (${rows.map((row) => row.id)}::bigint[])
          and (is_shared = 1 or ${values.is_shared === 1})`,
  );
  if (shared.some(({ company_id }) => !mayShare(caller, company_id))) throw new Problem('forbidden');
}

export const mayShare = (caller: Caller, companyId: number): boolean => caller.may(companyId, 'saved-searches.share');
