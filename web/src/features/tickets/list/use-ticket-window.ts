import { useState } from 'react';
import { wasOurs } from '../actions/own-changes.ts';
import type { Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { nameOfList } from '../views/ticket-views.ts';
import { cutStretch, type Fetched, goneRows, grownStretch, type Shown } from './row-stretch.ts';
import { useFlash, useHeldRows } from './use-held-rows.ts';
import { useStretches } from './use-stretches.ts';

/** Rows kept above and below of those drawn; others are let go, so that a long day's scrolling takes no more memory. */
const keptRows = 100;
const none: ReadonlySet<number> = new Set();
const noTickets: readonly Ticket[] = [];

export type ListRow = { readonly row: Ticket; readonly place: number; readonly isGone: boolean };

/**
 * The rows of a list between two places. While `isHeld` is true nothing moves: news waits until `release`, or until the
 * hold ends; what somebody scrolls to is added. The row with the focus (`marked`) does not go by what others do, either: a
 * key pressed in that moment would act on another ticket than the one that was read.
 */
export function useTicketWindow(
  search: TicketSearch,
  { first, last }: { first: number; last: number },
  isHeld: boolean,
  marked: number | null,
) {
  const list = nameOfList(search);
  const [shown, show] = useState<(Shown<Ticket> & { list: string }) | null>(null);
  const there = shown?.list === list ? shown : null;
  const drift = there?.drift ?? 0;
  const fetched = useStretches(search, Math.max(0, first + drift), Math.max(1, last + drift));
  const { fresh, total } = fetched;
  const wouldGo = marked !== null && !wasOurs(marked) && there && fresh && goneRows(there, fresh).has(marked);
  const hold = isHeld || wouldGo === true;
  const head = useHeldRows(fetched.head ?? noTickets, list, hold || fetched.head === null);
  const changed = useFlash(fresh?.rows ?? noTickets, list);
  const next = nextShown();
  if (next && (shown === null || !isSame(shown, next) || shown.list !== list)) show({ ...next, list });
  const gone = hold && next && fresh ? goneRows(next, fresh) : none;
  const newest = new Map([...(fetched.head ?? []), ...(fresh?.rows ?? [])].map((row) => [row.id, row]));
  const rows = (next?.rows ?? noTickets).map((row, i) => ({
    row: newest.get(row.id) ?? row,
    place: (next?.start ?? 0) + i,
    isGone: gone.has(row.id),
  }));
  return {
    rows,
    list,
    total,
    /** How many rows there are to scroll through, as far as is known from here. */
    end: next && fresh && endOf(next, fresh),
    news: head.news,
    changed,
    isLoading: next === null,
    error: fetched.error,
    retry: fetched.retry,
    /** Shows the list as it is now; where another one is looked at by then, that one stays as it is. */
    release: () => {
      head.release();
      show((now) => (now?.list === list ? null : now));
    },
    /** Takes rows out at once: this person has just dealt with them. */
    dismiss: (ids: readonly number[]) => {
      head.dismiss(ids);
      show((old) => old && { ...old, rows: old.rows.filter((row) => !ids.includes(row.id)) });
    },
  };

  function nextShown(): Shown<Ticket> | null {
    if (!fresh) return there;
    if (!hold || !there || there.rows.length === 0) return { ...fresh, drift: 0 };
    // What this person brought back (Undo) is no news to them.
    const isShown = new Set(there.rows.map((row) => row.id));
    if (fresh.rows.some((row) => wasOurs(row.id) && !isShown.has(row.id))) return { ...fresh, drift: 0 };
    const grown = grownStretch(there, fresh);
    if (grown) return cutStretch(grown, first - keptRows, last + keptRows);
    // All that was shown has gone from under the hand; elsewhere somebody has jumped.
    return fresh.rows.length === 0 && fresh.start === 0 ? there : { ...fresh, drift: 0 };
  }
}

/** Known where the last stretch is shown to its end. */
function endOf(shown: Shown<Ticket>, fresh: Fetched<Ticket>): number | null {
  const end = shown.start + shown.rows.length;
  return fresh.isEnd && end >= fresh.start + fresh.rows.length - shown.drift ? end : null;
}

const isSame = (a: Shown<Ticket>, b: Shown<Ticket>) =>
  a.start === b.start &&
  a.drift === b.drift &&
  a.rows.length === b.rows.length &&
  a.rows.every((row, i) => row.id === b.rows[i]?.id);
