import { codeOf, type Tx } from '../database.ts';
import { partOf } from '../part-of-transaction.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import type { EntityTable } from './entity-table.ts';
import type { LockedRow } from './lock-rows.ts';
import { asProblem } from './store-rows.ts';

/** Those that are not yet what they are to become: the others were disabled, or restored, by somebody else before. */
export async function yetToTurn(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  isDeleted: 0 | 1,
): Promise<LockedRow[]> {
  const found = await tx.rows<{ id: number }>(
    sql`select id from ${sql.unsafe(of.table)} where id = any (${rows.map((row) => row.id)}::bigint[]) and is_deleted <> ${isDeleted}`,
  );
  const ids = new Set(found.map((row) => row.id));
  return rows.filter((row) => ids.has(row.id));
}

/** Throws a Problem that names the first row whose place another one has by now. */
export async function turnRows(tx: Tx, of: EntityTable, ids: readonly number[], isDeleted: 0 | 1): Promise<void> {
  try {
    await partOf(tx).transaction({ companies: [] }, (part) => part.run(turning(of, ids, isDeleted)));
  } catch (error) {
    throw (codeOf(error) === '23505' && (await nameOfTaken(tx, of, ids, isDeleted))) || asProblem(of, error, 'filter');
  }
}

const turning = (of: EntityTable, ids: readonly number[], isDeleted: 0 | 1) =>
  sql`update ${sql.unsafe(of.table)} set is_deleted = ${isDeleted}, updated = now() where id = any (${ids}::bigint[])`;

/** One after the other: PostgreSQL says that a name is taken, and not of which of many rows. */
async function nameOfTaken(
  tx: Tx,
  of: EntityTable,
  ids: readonly number[],
  isDeleted: 0 | 1,
): Promise<Problem | undefined> {
  for (const id of ids) {
    try {
      await partOf(tx).transaction({ companies: [] }, (part) => part.run(turning(of, [id], isDeleted)));
    } catch (error) {
      const problem = asProblem(of, error, 'filter');
      if (!(problem instanceof Problem) || problem.key !== 'name_in_use') return undefined;
      const row = await tx.row<{ name: string }>(sql`select name from ${sql.unsafe(of.table)} where id = ${id}`);
      return new Problem('name_in_use_by_now', {
        field: 'filter.name',
        values: { name: row?.name ?? '' },
        cause: error,
      });
    }
  }
  return undefined;
}
