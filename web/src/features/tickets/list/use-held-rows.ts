import { useEffect, useRef, useState } from 'react';
import { changedRows, type HeldRow, heldRows, type Versioned } from '../../../ui/held-rows.ts';
import { wasOurs } from '../actions/own-changes.ts';

const flashMs = 1_600;
const none: ReadonlySet<number> = new Set();

/**
 * The rows to show. While `hold` is true nothing moves: news is counted, not shown, until `release` or until the hold
 * ends. `list` names what is looked at; another list is shown at once.
 */
export function useHeldRows<R extends Versioned>(fresh: readonly R[], list: string, hold: boolean) {
  const [accepted, accept] = useState({ list, rows: fresh });
  // Where nothing stands, nothing can be pushed away.
  const mayMove = !hold || accepted.list !== list || accepted.rows.length === 0;
  if (mayMove && (accepted.rows !== fresh || accepted.list !== list)) accept({ list, rows: fresh });
  // What this person brought back (Undo) is no news to them.
  const broughtBack =
    !mayMove && fresh.some((row) => wasOurs(row.id) && !accepted.rows.some((one) => one.id === row.id));
  if (broughtBack && accepted.rows !== fresh) accept({ list, rows: fresh });
  const held = mayMove ? { rows: fresh.map(inPlace), news: 0 } : heldRows(accepted.rows, fresh);
  return {
    ...held,
    /** What is there by then: whoever waited for an answer first means that one. */
    release: () => accept((now) => (now.list === list ? { list, rows: [] } : now)),
    /** Takes rows out at once, news or no news: this person has just dealt with them. */
    dismiss: (ids: readonly number[]) =>
      accept((old) => ({ ...old, rows: old.rows.filter((row) => !ids.includes(row.id)) })),
  };
}

const inPlace = <R>(row: R): HeldRow<R> => ({ row, gone: false });

/** Ids of the rows that somebody else has just changed. */
export function useFlash<R extends Versioned>(fresh: readonly R[], list: string): ReadonlySet<number> {
  const [flashing, flash] = useState(none);
  const before = useRef({ list, rows: fresh });
  useEffect(() => {
    const last = before.current;
    before.current = { list, rows: fresh };
    if (last.list !== list || last.rows === fresh) return;
    const ids = changedRows(last.rows, fresh).filter((id) => !wasOurs(id));
    if (ids.length > 0) flash(new Set(ids));
  }, [fresh, list]);
  useEffect(() => {
    if (flashing.size === 0) return;
    const timer = setTimeout(() => flash(none), flashMs);
    return () => clearTimeout(timer);
  }, [flashing]);
  return flashing;
}
