import { useRef, useState } from 'react';
import type { ListedRow } from './declaration.ts';

/** The picked rows themselves, so that they are known on every page. */
export type Picked = ReadonlyMap<number, ListedRow>;

/**
 * Which rows are picked. A click picks one; with Shift, every row since the last one touched becomes what this one
 * becomes. `list` names what they were picked in: another one begins with none.
 */
export function usePicking(list: string) {
  const [state, setState] = useState<{ list: string; picked: Picked }>({ list, picked: new Map() });
  const last = useRef<number | null>(null);
  const picked = state.list === list ? state.picked : new Map<number, ListedRow>();
  const set = (next: Picked) => setState({ list, picked: next });
  return {
    picked,
    clear: () => set(new Map()),
    toggle: (rows: readonly ListedRow[], id: number, isRange: boolean) => {
      const at = rows.findIndex((row) => row.id === id);
      const from = isRange ? rows.findIndex((row) => row.id === last.current) : at;
      const touched = rows.slice(Math.min(from === -1 ? at : from, at), Math.max(from, at) + 1);
      const isOn = !picked.has(id);
      const next = new Map(picked);
      for (const row of touched) isOn ? next.set(row.id, row) : next.delete(row.id);
      last.current = id;
      set(next);
    },
    /** All rows of the page, or none of them when all are picked. */
    toggleAll: (rows: readonly ListedRow[]) => {
      const next = new Map(picked);
      const hasAll = rows.every((row) => picked.has(row.id));
      for (const row of rows) hasAll ? next.delete(row.id) : next.set(row.id, row);
      set(next);
    },
  };
}
export type Picking = ReturnType<typeof usePicking>;
