import type { Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import type { EntityTable } from './entity-table.ts';

/** Refuses more rows in use than a company may have. Those who add some take turns, or two would find the same last place. */
export async function requireRoom(
  tx: Tx,
  { table, rowsMax }: EntityTable,
  companyId: number,
  more: number,
  field: string,
): Promise<void> {
  if (rowsMax === undefined) return;
  const [, row] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtext(${`room in ${table}`}), hashint8(${companyId}))`),
    tx.row<{ n: number }>(
      sql`select count(*)::int as n from ${sql.unsafe(table)} where company_id = ${companyId} and is_deleted = 0`,
    ),
  ]);
  if ((row?.n ?? 0) + more > rowsMax) throw new Problem('limit_reached', { field, values: { max: rowsMax } });
}
