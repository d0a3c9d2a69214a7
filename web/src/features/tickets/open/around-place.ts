import { stretchRows } from '../ticket-queries.ts';

type Known = { readonly id: number };
/** Stretches of a list one after the other; undefined is one that is still on its way, and takes its places nonetheless. */
export type Parts<R> = readonly (readonly R[] | undefined)[];

/** Where a ticket stands in its list, by the stretches from the `first` on; null where none of them has it. */
export function placeAmong<R extends Known>(parts: Parts<R>, first: number, id: number): number | null {
  for (const [i, rows] of parts.entries()) {
    const at = rows?.findIndex((row) => row.id === id) ?? -1;
    if (at !== -1) return (first + i) * stretchRows + at;
  }
  return null;
}

/** What stands without a gap around a place; nothing while that very stretch is on its way. */
export function rowsAround<R>(parts: Parts<R>, first: number, place: number): readonly R[] {
  const near = Math.floor(place / stretchRows) - first;
  if (parts[near] === undefined) return [];
  let from = near;
  while (parts[from - 1] !== undefined) from--;
  const rows: R[] = [];
  for (let i = from; parts[i] !== undefined; i++) rows.push(...(parts[i] ?? []));
  return rows;
}
