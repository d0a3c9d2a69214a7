import type { Transactions, Tx } from '../database.ts';
import { recordEvents } from '../events.ts';
import { settleDependents } from './dependents.ts';
import type { Caller, Change, EntityTable } from './entity-table.ts';
import { type Filter, type LockedRow, lockRows } from './lock-rows.ts';
import { findMoved, putBack } from './put-back.ts';
import { requireWhatTheyNeed } from './references.ts';
import { requireRoom } from './require-room.ts';
import { happening } from './row-events.ts';
import { turnRows, yetToTurn } from './turn-rows.ts';
import type { Written } from './write-rows.ts';

/**
 * Answers `{entity}/delete`: rows are marked, never removed, once what depends on them is settled. Those that were disabled
 * before are somebody else's to take back: nothing happens to them, and they are not answered.
 */
export async function disableRows(
  db: Transactions,
  of: EntityTable,
  body: { filter?: Filter | undefined; move_to?: number | undefined },
  caller: Caller,
): Promise<Written & { readonly touched: readonly string[] }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await yetToTurn(tx, of, await lockRows(tx, of, body.filter, 'delete', caller), 1);
    if (rows.length === 0) return nothing;
    const touched = await settleDependents(tx, of, rows, body.move_to, caller);
    // Whoever takes it back finds by this what moved along.
    const detail = body.move_to === undefined ? undefined : { after: { moved_to: body.move_to } };
    return { ...(await markRows(tx, of, rows, 'delete', caller, detail)), touched };
  });
}

/** Answers `{entity}/restore`; with `move_back`, what moved when they were disabled comes back in the same transaction. */
export async function restoreRows(
  db: Transactions,
  of: EntityTable,
  body: { filter?: Filter | undefined; move_back?: 1 | undefined },
  caller: Caller,
): Promise<Written & { readonly touched: readonly string[] }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await yetToTurn(tx, of, await lockRows(tx, of, body.filter, 'restore', caller), 0);
    if (rows.length === 0) return nothing;
    await requireWhatTheyNeed(tx, of, rows);
    for (const [companyId, some] of Map.groupBy(rows, (row) => row.companyId))
      await requireRoom(tx, of, companyId, some.length, 'filter');
    const moved = body.move_back ? await findMoved(tx, of, rows, caller) : [];
    const written = await markRows(tx, of, rows, 'restore', caller);
    return { ...written, touched: await putBack(tx, moved, caller) };
  });
}

const nothing: Written & { readonly touched: readonly string[] } = { rowsJson: '[]', ids: [], touched: [] };

async function markRows(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  action: 'delete' | 'restore',
  caller: Caller,
  detail?: Record<string, unknown>,
): Promise<Written> {
  const is_deleted = action === 'delete' ? 1 : 0;
  const change: Change = { action, rows, values: { is_deleted }, at: 'filter', caller };
  await of.check?.(tx, change);
  const ids = rows.map((row) => row.id);
  await turnRows(tx, of, ids, is_deleted);
  await of.follow?.(tx, change);
  await recordEvents(
    tx,
    rows.map((row) => happening(of, action === 'delete' ? 'deleted' : 'restored', row, caller, detail)),
  );
  return { rowsJson: JSON.stringify(ids.map((id) => ({ id }))), ids };
}
