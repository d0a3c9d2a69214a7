import { useRef, useState } from 'react';
import type { Selection } from '../actions/ticket-toolbar.tsx';
import type { Ticket } from '../ticket-queries.ts';

/** Which rows are picked. Rows that are no longer on the page are not picked any more. */
export function usePicked(rows: readonly Ticket[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const lastToggled = useRef<number | null>(null);
  const picked = rows.filter((row) => ids.has(row.id));

  /** With `range` everything between the last row toggled and this one becomes as this one. */
  const toggle = (id: number, range: boolean) => {
    const isOn = !ids.has(id);
    const touched = range ? between(rows, lastToggled.current, id) : [id];
    lastToggled.current = id;
    setIds((old) => {
      const next = new Set(old);
      for (const one of touched) isOn ? next.add(one) : next.delete(one);
      return next;
    });
  };
  return {
    picked,
    toggle,
    clear: () => setIds(new Set()),
    select: (which: Selection) => setIds(new Set(rows.filter(chosenBy[which]).map((row) => row.id))),
  };
}

/** SPEC section 2: All, None, Opened, Closed. Opened is what waits for us. */
const chosenBy: Record<Selection, (row: Ticket) => boolean> = {
  all: () => true,
  none: () => false,
  opened: (row) => row.view_type === '',
  closed: (row) => row.view_type !== '',
};

function between(rows: readonly Ticket[], from: number | null, to: number): number[] {
  const places = [from, to].map((id) => rows.findIndex((row) => row.id === id));
  const [first = -1, last = -1] = places.sort((a, b) => a - b);
  return first === -1 ? [to] : rows.slice(first, last + 1).map((row) => row.id);
}
