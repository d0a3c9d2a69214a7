import { useRef } from 'react';

/**
 * The tickets before and after the open one. One that has left the list (it was resolved here) leaves its place behind,
 * so that `next` is what stands there now.
 */
export function useNeighbours(
  ids: readonly number[],
  current: number,
): { previous: number | null; next: number | null } {
  const place = useRef({ id: current, at: 0, first: 0 });
  const found = ids.indexOf(current);
  if (found >= 0) place.current = { id: current, at: found, first: ids[0] ?? 0 };
  const { id, at, first } = place.current;
  // For a moment another stretch of the list may be there: a place in this one says nothing of that.
  if (found < 0 && id === current && at > 0 && !ids.includes(first)) return { previous: null, next: null };
  return neighboursOf(ids, found, id === current ? at : 0);
}

export function neighboursOf(ids: readonly number[], found: number, lastPlace: number) {
  const at = found >= 0 ? found : lastPlace;
  return { previous: ids[at - 1] ?? null, next: ids[found >= 0 ? at + 1 : at] ?? null };
}
