import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { tickets } from '#contract/tickets.ts';
import type { Rows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import { stretchQuery, stretchRows, type Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { belongsTo, nameOfList } from '../views/ticket-views.ts';
import type { Fetched } from './row-stretch.ts';

/** Who drags the scroll bar fetches where it comes to rest. */
const restMs = 90;
/** Begun this near to the end of what is there, the next stretch is fetched before anybody needs it. */
const aheadRows = 25;

export type Stretches = {
  /** What was fetched around the places asked for; null while nothing of it is there. */
  readonly fresh: Fetched<Ticket> | null;
  /** The first rows of all. */
  readonly head: readonly Ticket[] | null;
  /** How many there are, as the server counts. */
  readonly total: { readonly count: number; readonly isCapped: boolean } | null;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Fetches a list in stretches, around the places `[from, to)` and no others; the first one always. */
export function useStretches(search: TicketSearch, from: number, to: number): Stretches {
  const { user } = useSelf();
  const name = nameOfList(search);
  const wanted = useRested(
    `${name} ${Math.floor(Math.max(0, from - aheadRows) / stretchRows)} ${Math.floor((to - 1 + aheadRows) / stretchRows)}`,
    name,
  );
  const numbers = useMemo(() => {
    const [first = 0, last = 0] = wanted.split(' ').slice(-2).map(Number);
    const around = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return first === 0 ? around : [0, ...around];
  }, [wanted]);
  const { data, failed } = useQueries({
    queries: numbers.map((number) => stretchQuery(search, user.id, number)),
    combine: together,
  });
  const near = Math.floor(from / stretchRows);
  const other = Math.floor(Math.max(0, to - 1) / stretchRows);
  const read = useMemo(() => {
    const fetched = new Map(numbers.flatMap((number, i) => (data[i] ? [[number, data[i]] as const] : [])));
    const inView = (rows: readonly Ticket[]) => rows.filter((row) => belongsTo(search, row, user.id));
    let first = fetched.has(near) ? near : other;
    while (fetched.has(first - 1)) first--;
    const rows: Ticket[] = [];
    let last = first;
    for (; fetched.has(last); last++) rows.push(...inView(fetched.get(last)?.rows ?? []));
    const isEnd = last > first && (fetched.get(last - 1)?.rows.length ?? 0) < stretchRows;
    const [any] = fetched.values();
    return {
      fresh: last === first ? null : { start: first * stretchRows, rows: unique(rows), isEnd },
      head: fetched.has(0) ? inView(fetched.get(0)?.rows ?? []) : null,
      total: any ? { count: any.total, isCapped: any.totalIsCapped } : null,
    };
  }, [numbers, data, search, user.id, near, other]);
  return { ...read, error: failed?.error ?? null, retry: () => void failed?.refetch() };
}

const together = (queries: readonly UseQueryResult<Rows<typeof tickets>>[]) => ({
  data: queries.map((query) => query.data),
  failed: queries.find((query) => query.isError && !query.data),
});

/** Two stretches that were fetched one after the other may both have a row that moved between. */
const unique = (rows: readonly Ticket[]): Ticket[] => [...new Map(rows.map((row) => [row.id, row])).values()];

/** The value once it has stood still; at once where another list is looked at. */
function useRested(value: string, list: string): string {
  const [rested, rest] = useState({ value, list });
  const isOther = rested.list !== list;
  useEffect(() => {
    const timer = setTimeout(() => rest({ value, list }), isOther ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [value, list, isOther]);
  return isOther ? value : rested.value;
}
