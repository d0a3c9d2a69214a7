import { useRef } from 'react';

/**
 * The tickets before and after the open one. One that has left the list (it was resolved here) leaves its place behind,
 * so that `next` is what stands there now.
 */
export function useNeighbours(
  ids: readonly number[],
  current: number,
): { previous: number | null; next: number | null } {
  const seen = useRef({ id: current, ids });
  if (ids.includes(current)) seen.current = { id: current, ids };
  return neighboursOf(ids, current, seen.current.id === current ? seen.current.ids : []);
}

/** `seen` is the list as it last was with the current one in it; without it, the first one is next. */
export function neighboursOf(ids: readonly number[], current: number, seen: readonly number[]) {
  const known = ids.includes(current) ? ids : seen;
  const at = known.indexOf(current);
  if (at === -1) return { previous: null, next: ids[0] ?? null };
  const isThere = (id: number) => ids.includes(id);
  const previous = known.slice(0, at).findLast(isThere) ?? null;
  // It is gone with all that came behind it: then whatever stands behind those before it.
  const behind = previous === null || known === ids ? null : (ids[ids.indexOf(previous) + 1] ?? null);
  return { previous, next: known.slice(at + 1).find(isThere) ?? behind };
}
