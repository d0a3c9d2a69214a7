import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database.ts';
import { Problem, Problems } from '../problem.ts';
import { readable } from './conditions.ts';
import type { Caller, EntityTable } from './entity-table.ts';
import { getRowsById } from './get-rows.ts';
import type { LockedRow } from './lock-rows.ts';

/**
 * Refuses a change by somebody who saw other values than the rows hold by now, naming each such field, with the rows as
 * they are. Fields that the caller did not name may have changed: what a machine writes beside them is no conflict.
 */
export async function requireAsSeen(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  seen: Record<string, unknown>,
  caller: Caller,
): Promise<void> {
  for (const name of Object.keys(seen)) readable(of.entity, name, `seen.${name}`);
  const ids = rows.map((row) => row.id);
  const present = JSON.parse(await getRowsById(tx, of, ids, caller)) as Record<string, unknown>[];
  const [first, ...rest] = Object.entries(seen)
    .filter(([name, value]) => present.some((row) => !isDeepStrictEqual(valueAt(row, name), value)))
    .map(([name]) => new Problem('conflict', { field: `data.${name}` }));
  if (first) throw new Problems([first, ...rest], { [of.entity.name]: present });
}

/** `product.name` stands in the `product` of a row. */
const valueAt = (row: Record<string, unknown>, name: string): unknown =>
  name.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], row); // JSON of ours
