import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { rowHeight, scrolledPx, showRow } from './use-scrolled-rows.ts';

/**
 * Moves the focus from row to row of a list of which only a part is there: a row that is not yet there gets it when it
 * comes.
 */
export function useRowCursor(list: RefObject<HTMLElement | null>, count: number) {
  const waiting = useRef<{ place: number; from: Element | null } | null>(null);
  const go = useCallback(
    (place: number) => {
      const element = list.current;
      if (!element) return;
      showRow(element, place);
      waiting.current = focusPlace(element, place) ? null : { place, from: document.activeElement };
    },
    [list],
  );
  useEffect(() => {
    const wanted = waiting.current;
    if (wanted === null || !list.current) return;
    // Whoever has turned to something else meanwhile, or to another row, stays there.
    const hasLeft = document.activeElement !== document.body && document.activeElement !== wanted.from;
    if (hasLeft || focusPlace(list.current, wanted.place)) waiting.current = null;
  });
  return {
    go: (place: number) => go(Math.min(Math.max(0, place), count - 1)),
    move: (by: number) => {
      const element = list.current;
      if (!element) return;
      const at = waiting.current?.place ?? focusedPlace(element);
      if (stepAbove(element, at, by) || count === 0) return;
      // From nowhere one steps onto the first row that is seen.
      const next = at === null ? Math.max(0, Math.ceil(scrolledPx(element) / rowHeight(element))) : at + by;
      if (next >= 0 && next < count) go(next);
      else if (Math.abs(by) > 1) go(next < 0 ? 0 : count - 1);
    },
  };
}

/** A step among what stands above the rows, or up to it from their first. False: it goes to a row. */
function stepAbove(element: HTMLElement, at: number | null, by: number): boolean {
  const above = [...element.querySelectorAll<HTMLElement>('[data-above] a')];
  const focused = document.activeElement?.closest<HTMLElement>('[data-above] a');
  const from = focused ? above.indexOf(focused) : -1;
  const start = at !== null ? above.length + at : from !== -1 ? from : scrolledPx(element) < 0 ? -by : above.length;
  const next = above[Math.max(0, start + by)];
  next?.focus();
  return next !== undefined;
}

/** Id of the ticket whose row has the focus. */
export function focusedTicket(list: HTMLElement | null): number | null {
  const row = focusedRow(list);
  return row ? Number(row.dataset.ticket) : null;
}

/** Opens the ticket whose row has the focus, as a click on it does. `before`: what there is to do where there is one. */
export function openFocused(list: HTMLElement | null, before: () => void): void {
  const link = focusedRow(list)?.querySelector('a');
  if (!link) return;
  before();
  link.click();
}

export function focusTicket(list: HTMLElement | null, id: number): void {
  const row = list?.querySelector<HTMLElement>(`[data-ticket="${id}"]`);
  if (!list || !row) return;
  row.querySelector('a')?.focus({ preventScroll: true });
  showRow(list, Number(row.dataset.place));
}

function focusPlace(list: HTMLElement, place: number): boolean {
  const row = list.querySelector(`[data-ticket][data-place="${place}"] a`);
  if (!(row instanceof HTMLElement)) return false;
  row.focus({ preventScroll: true });
  return true;
}

function focusedPlace(list: HTMLElement): number | null {
  const row = focusedRow(list);
  return row ? Number(row.dataset.place) : null;
}

function focusedRow(list: HTMLElement | null): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]');
  return row && list?.contains(row) ? row : null;
}
