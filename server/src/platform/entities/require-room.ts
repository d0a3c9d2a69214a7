import type { Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import { type EntityTable, fixedSql } from './entity-table.ts';

/** Refuses more rows in use than a company may have. Those who add some take turns, or two would find the same last place. */
export async function requireRoom(
  tx: Tx,
  of: EntityTable,
  companyId: number,
  more: number,
  field: string,
): Promise<void> {
  const { entity, rowsMax } = of;
  if (rowsMax === undefined) return;
  const [, row] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtext(${`room of ${entity.name}`}), hashint8(${companyId}))`),
    tx.row<{ n: number }>(
      sql`select count(*)::int as n from ${sql.unsafe(of.table)} t where t.company_id = ${companyId} and t.is_deleted = 0${fixedSql(of)}`,
    ),
  ]);
  if ((row?.n ?? 0) + more > rowsMax) throw new Problem('limit_reached', { field, values: { max: rowsMax } });
}
