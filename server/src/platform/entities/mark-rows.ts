import type { Transactions, Tx } from '../database.ts';
import { recordEvents } from '../events.ts';
import { sql } from '../sql.ts';
import { settleDependents } from './dependents.ts';
import type { Caller, Change, EntityTable } from './entity-table.ts';
import { type Filter, type LockedRow, lockRows } from './lock-rows.ts';
import { happening } from './row-events.ts';
import { asProblem } from './store-rows.ts';
import type { Written } from './write-rows.ts';

/** Answers `{entity}/delete`: rows are marked, never removed, once what depends on them is settled. */
export async function disableRows(
  db: Transactions,
  of: EntityTable,
  body: { filter?: Filter | undefined; move_to?: number | undefined },
  caller: Caller,
): Promise<Written & { readonly touched: readonly string[] }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await lockRows(tx, of, body.filter, 'delete', caller);
    const touched = await settleDependents(tx, of, rows, body.move_to, caller);
    return { ...(await markRows(tx, of, rows, 'delete', caller)), touched };
  });
}

/** Answers `{entity}/restore`. */
export async function restoreRows(
  db: Transactions,
  of: EntityTable,
  filter: Filter | undefined,
  caller: Caller,
): Promise<Written> {
  return db.transaction({ companies: caller.companies }, async (tx) =>
    markRows(tx, of, await lockRows(tx, of, filter, 'restore', caller), 'restore', caller),
  );
}

async function markRows(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  action: 'delete' | 'restore',
  caller: Caller,
): Promise<Written> {
  const change: Change = { action, rows, values: { is_deleted: action === 'delete' ? 1 : 0 }, at: 'filter', caller };
  await of.check?.(tx, change);
  const ids = rows.map((row) => row.id);
  try {
    await tx.run(
      sql`update ${sql.unsafe(of.table)} set is_deleted = ${change.values.is_deleted}, updated = now() where id = any (${ids}::bigint[])`,
    );
  } catch (error) {
    throw asProblem(of, error, 'filter');
  }
  await of.follow?.(tx, change);
  await recordEvents(
    tx,
    rows.map((row) => happening(of, action === 'delete' ? 'deleted' : 'restored', row, caller)),
  );
  return { rowsJson: JSON.stringify(ids.map((id) => ({ id }))), ids };
}
