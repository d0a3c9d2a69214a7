import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { countersQuery, stretchRows } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { countIn } from '../views/ticket-views.ts';
import { rememberList, takeLastPlace } from './last-place.ts';
import { focusTicket, useRowCursor } from './use-row-cursor.ts';
import { scrolledRowsMax, useScrolledRows } from './use-scrolled-rows.ts';
import { useTicketWindow } from './use-ticket-window.ts';

/** A list of any length: what is drawn of it, how long it is, and where the focus goes. */
export function useTicketList(
  list: RefObject<HTMLElement | null>,
  search: TicketSearch,
  hold: boolean,
  marked: number | null,
) {
  const at = useScrolledRows(list);
  const held = useTicketWindow(search, at, hold, marked);
  const counters = useQuery(countersQuery).data;
  const [back] = useState(() => takeLastPlace(held.list));
  const [known, remember] = useState({ list: held.list, count: 0 });

  // Drafts are counted together with letters that have no ticket yet.
  const isCounted = held.total?.isCapped && search.view !== 'drafts';
  const told = isCounted ? counters && countIn(search, counters) : undefined;
  const lastRow = held.rows.at(-1);
  const reached = lastRow ? lastRow.place + 1 : 0;
  const isCapped = held.end === null && held.total?.isCapped === true && told === undefined;
  const guess = Math.max(told ?? held.total?.count ?? 0, reached + (isCapped ? stretchRows : 0));
  // Far from what is there, the list is as long as it was.
  const remembered = known.list === held.list ? known.count : 0;
  const isThere = held.total !== null;
  const count = Math.min(
    held.end ?? (isThere ? guess : back?.list === held.list ? back.count : remembered),
    scrolledRowsMax(at.rowPx),
  );
  if (known.list !== held.list || (isThere && known.count !== count)) remember({ list: held.list, count });
  const cursor = useRowCursor(list, count);
  useReturn(list, back, held.list, count, cursor.go);
  const total = held.total && (told ?? held.end ?? held.total.count);
  const drafts = total !== null && search.view === 'drafts' && counters ? countIn(search, counters) : undefined;
  const title = drafts ?? total;
  return {
    ...held,
    at,
    count,
    cursor,
    isCapped,
    total: useMemo(() => (total === null ? null : { count: total, isCapped }), [total, isCapped]),
    /** What the title says; there a letter that has no ticket yet counts as well. */
    titled: useMemo(() => (title === null ? null : { count: title, isCapped }), [title, isCapped]),
  };
}

/** Coming back from a ticket, the eye finds the list where it left it, and the focus the ticket's row. */
function useReturn(
  list: RefObject<HTMLElement | null>,
  back: ReturnType<typeof takeLastPlace>,
  name: string,
  count: number,
  go: (place: number) => void,
): void {
  const scrolledPx = useRef(0);
  const shown = useRef(name);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // Saying so where it is so already would have the browser lay out every row at once.
    if (shown.current !== name && scrolledPx.current > 0) element.scrollTop = 0;
    shown.current = name;
    const note = () => {
      scrolledPx.current = element.scrollTop;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [list, name]);
  const isBack = useRef(back === null);
  useLayoutEffect(() => {
    if (isBack.current || back === null || count === 0 || !list.current) return;
    isBack.current = true;
    if (back.list !== name) return;
    list.current.scrollTop = back.scrolledPx;
    scrolledPx.current = back.scrolledPx;
    focusTicket(list.current, back.id);
    // It may not be there yet, or have left the list: then whatever stands in its place.
    if (!list.current.contains(document.activeElement)) go(Math.min(back.place, count - 1));
  }, [list, back, name, count, go]);
  const latest = useRef({ name, count });
  useEffect(() => {
    latest.current = { name, count };
  });
  useEffect(
    () => () =>
      rememberList({ list: latest.current.name, count: latest.current.count, scrolledPx: scrolledPx.current }),
    [],
  );
}
