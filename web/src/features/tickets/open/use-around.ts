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
  const [at, setAt] = useState(() => lastPlaceOf(id));
  const first = Math.floor(Math.max(0, at - asideRows) / stretchRows);
  const last = Math.floor((at + asideRows) / stretchRows);
  const stretches = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, i) => ({
      ...stretchQuery(search, user.id, first + i),
      enabled: search.search === undefined,
    })),
    combine: rowsOf,
  });
  const fresh = useMemo(
    () => stretches.flat().filter((row) => belongsTo(search, row, user.id)),
    [stretches, search, user.id],
  );
  const around = useHeldRows(fresh, `${list} ${first} ${last} ${fresh.length > 0}`, isPointedAt).rows.map(
    ({ row }) => row,
  );
  const found = around.findIndex((row) => row.id === id);
  const place = found === -1 ? at : first * stretchRows + found;
  if (place !== at) setAt(place);
  useEffect(() => {
    if (search.search === undefined) rememberOpened(id, place);
  }, [id, place, search.search]);
  return around;
}

const rowsOf = (queries: readonly UseQueryResult<Rows<typeof tickets>>[]): readonly Ticket[][] =>
  queries.map((query) => query.data?.rows ?? []);
