import { useState } from 'react';
import { type HeldRow, heldRows } from '../../ui/held-rows.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import type { EntityName } from './entity-names.ts';

/**
 * The rows to show. While somebody points at them they stay where they are, each with its newest content: what is gone is
 * marked, and what is new waits. `list` names what is looked at; another list is shown as soon as its own rows have come
 * (`isOld`: these are still those of the one before), and follows once more what the server says (`isSettled`) where it
 * was opened with what was known of it.
 */
export function useSteadyRows(
  of: Pick<Declaration, 'name' | 'keyOf'>,
  fresh: readonly ListedRow[],
  list: string,
  isPointing: boolean,
  { isOld, isSettled }: { isOld: boolean; isSettled: boolean },
): readonly HeldRow<ListedRow>[] {
  const [accepted, accept] = useState({ list, rows: fresh, isSettled });
  const mayMove =
    !isOld && (!isPointing || accepted.list !== list || !accepted.isSettled || accepted.rows.length === 0);
  const isNews = accepted.rows !== fresh || accepted.list !== list || (isSettled && !accepted.isSettled);
  if (mayMove && isNews)
    accept({ list, rows: fresh, isSettled: isSettled || (accepted.list === list && accepted.isSettled) });
  if (mayMove) return fresh.map((row) => ({ row, gone: false }));
  const { rows } = heldRows(accepted.rows, fresh, of.keyOf);
  return rows.filter(({ row, gone }) => !gone || !ownWork.has(`${of.name} ${of.keyOf(row)}`));
}

/** Rows that this person has dealt with: they go at once, pointer or not. */
const ownWork = new Set<string>();
export function noteOwnWork(name: EntityName, keys: readonly (number | string)[]): void {
  for (const key of keys) ownWork.add(`${name} ${key}`);
}
