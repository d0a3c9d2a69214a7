import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { tickets } from '#contract/tickets.ts';
import type { Rows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import { lastPlaceOf, rememberFound, rememberOpened } from '../list/last-place.ts';
import { useHeldRows } from '../list/use-held-rows.ts';
import { stretchQuery, stretchRows, type Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { belongsTo, nameOfList } from '../views/ticket-views.ts';
import { placeAmong, rowsAround } from './around-place.ts';
import { useFoundAround } from './use-found-around.ts';

/** Rows at either side of the open ticket that are there before anybody goes so far. */
const asideRows = 20;

/** The list around an open ticket, as far as somebody goes through it: a stretch of a view, or what a search found. */
export function useAround(id: number, search: TicketSearch, isPointedAt: boolean): readonly Ticket[] {
  const found = useFoundAround(search.search);
  const around = useAroundInView(id, search, isPointedAt);
  const place = found.findIndex((row) => row.id === id);
  useEffect(() => {
    if (search.search !== undefined && place !== -1) rememberFound(search.search, id, place);
  }, [id, place, search.search]);
  return search.search === undefined ? around : found;
}

function useAroundInView(id: number, search: TicketSearch, isPointedAt: boolean): readonly Ticket[] {
  const { user } = useSelf();
  const list = nameOfList(search);
  const [known, setKnown] = useState(() => ({ list, at: lastPlaceOf(id) }));
  // A place in one list says nothing of another.
  const at = known.list === list ? known.at : 0;
  const first = Math.floor(Math.max(0, at - asideRows) / stretchRows);
  const last = Math.floor((at + asideRows) / stretchRows);
  const parts = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, i) => ({
      ...stretchQuery(search, user.id, first + i),
      enabled: search.search === undefined,
    })),
    combine: rowsOf,
  });
  const place = placeAmong(parts, first, id) ?? at;
  if (place !== known.at || list !== known.list) setKnown({ list, at: place });
  useEffect(() => {
    if (search.search === undefined) rememberOpened(id, place);
  }, [id, place, search.search]);
  const fresh = useMemo(
    () => rowsAround(parts, first, at).filter((row) => belongsTo(search, row, user.id)),
    [parts, first, at, search, user.id],
  );
  const isThere = parts.map((rows) => rows !== undefined);
  return useHeldRows(fresh, `${list} ${first} ${isThere} ${fresh.length > 0}`, isPointedAt).rows.map(({ row }) => row);
}

const rowsOf = (queries: readonly UseQueryResult<Rows<typeof tickets>>[]) => queries.map((query) => query.data?.rows);
