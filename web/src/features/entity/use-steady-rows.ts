import { useState } from 'react';
import { type HeldRow, heldRows } from '../../ui/held-rows.ts';
import type { ListedRow } from './declaration.ts';

/**
 * The rows to show. While somebody points at them they stay where they are, each with its newest content: what is gone is
 * marked, and what is new waits. `list` names what is looked at; another list is shown
 * as soon as its own rows have come (`isOld`: these are still those of the one before).
 */
export function useSteadyRows(
  fresh: readonly ListedRow[],
  list: string,
  isPointing: boolean,
  isOld: boolean,
): readonly HeldRow<ListedRow>[] {
  const [accepted, accept] = useState({ list, rows: fresh });
  const mayMove = !isOld && (!isPointing || accepted.list !== list || accepted.rows.length === 0);
  if (mayMove && (accepted.rows !== fresh || accepted.list !== list)) accept({ list, rows: fresh });
  return mayMove ? fresh.map((row) => ({ row, gone: false })) : heldRows(accepted.rows, fresh).rows;
}
