import { useRef, useState } from 'react';
import type { Declaration, ListedRow } from './declaration.ts';

/** The picked rows themselves, so that they are known on every page, by what tells them apart. */
export type Picked = ReadonlyMap<string, ListedRow>;

/**
 * Which rows are picked. A click picks one; with Shift, every row since the last one touched becomes what this one
 * becomes. `list` names what they were picked in: another one begins with none, and while the rows of the one before still
 * stand there (`isOld`), none of them is picked.
 */
export function usePicking({ keyOf }: Pick<Declaration, 'keyOf'>, list: string, isOld: boolean) {
  const [ofRows, comeTo] = useState(list);
  if (!isOld && ofRows !== list) comeTo(list);
  const isOff = isOld && ofRows !== list;
  const [state, setState] = useState<{ list: string; picked: Picked }>({ list, picked: new Map() });
  const last = useRef<string | null>(null);
  const picked = state.list === list ? state.picked : new Map<string, ListedRow>();
  const set = (next: Picked) => !isOff && setState({ list, picked: next });
  return {
    picked,
    isOff,
    clear: () => set(new Map()),
    /** Whatever was picked since. */
    drop: (keys: readonly string[]) =>
      setState((now) => {
        const left = new Map([...now.picked].filter(([key]) => !keys.includes(key)));
        return left.size === now.picked.size ? now : { ...now, picked: left };
      }),
    toggle: (rows: readonly ListedRow[], key: string, isRange: boolean) => {
      const at = rows.findIndex((row) => keyOf(row) === key);
      const from = isRange ? rows.findIndex((row) => keyOf(row) === last.current) : at;
      const touched = rows.slice(Math.min(from === -1 ? at : from, at), Math.max(from, at) + 1);
      const isOn = !picked.has(key);
      const next = new Map(picked);
      for (const row of touched) isOn ? next.set(keyOf(row), row) : next.delete(keyOf(row));
      last.current = key;
      set(next);
    },
    /** All rows of the page, or none of them when all are picked. */
    toggleAll: (rows: readonly ListedRow[]) => {
      const next = new Map(picked);
      const hasAll = rows.every((row) => picked.has(keyOf(row)));
      for (const row of rows) hasAll ? next.delete(keyOf(row)) : next.set(keyOf(row), row);
      set(next);
    },
  };
}
export type Picking = ReturnType<typeof usePicking>;
