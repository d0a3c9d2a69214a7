import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsPerCallMax } from '#contract/entity.ts';
import { useSelf } from '../../../api/self.ts';
import { toast, toastError } from '../../../ui/toast.tsx';
import type { Selection } from '../actions/toolbar-actions.ts';
import { rangeQuery, type Ticket } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { nameOfList } from '../views/ticket-views.ts';
import type { ListRow } from './use-ticket-window.ts';

/** As many as one call changes; whoever means more means everything that matches. */
export const pickedMax = rowsPerCallMax;
type Picked = ReadonlyMap<number, Ticket>;
const nobody: Picked = new Map();
const none: readonly Ticket[] = [];

/** Which rows are picked, wherever one has scrolled to. */
export function usePicked(search: TicketSearch, rows: readonly ListRow[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const list = nameOfList(search);
  const [kept, keep] = useState<{ list: string; tickets: Picked }>({ list, tickets: nobody });
  const lastToggled = useRef<{ list: string; place: number } | null>(null);
  const there = kept.list === list ? kept.tickets : nobody;
  const picked = useMemo(() => {
    if (there.size === 0) return none;
    const newest = new Map(rows.map(({ row }) => [row.id, row]));
    return [...there.values()].map((ticket) => newest.get(ticket.id) ?? ticket);
  }, [there, rows]);

  /** As the server has them; those in between may never have been on the screen. */
  const fetched = async (range: readonly [from: number, to: number]): Promise<readonly Ticket[]> => {
    try {
      return (await client.fetchQuery({ ...rangeQuery(search, user.id, range), staleTime: 0, gcTime: 0 })).rows;
    } catch (error) {
      toastError(t('tickets.failed.load'), error);
      return [];
    }
  };

  const become = (isOn: boolean, some: readonly Ticket[]) =>
    keep((old) => {
      const tickets = new Map(old.list === list ? old.tickets : nobody);
      for (const one of some) isOn ? tickets.set(one.id, one) : tickets.delete(one.id);
      return { list, tickets: new Map([...tickets].slice(0, pickedMax)) };
    });

  /** With `range` everything between the last row toggled and this one becomes as this one. */
  const toggle = (id: number, range: boolean) => {
    const to = rows.find((one) => one.row.id === id);
    if (!to) return;
    const isOn = !there.has(id);
    const from = range && lastToggled.current?.list === list ? lastToggled.current.place : to.place;
    lastToggled.current = { list, place: to.place };
    const [first, end] = [Math.min(from, to.place), Math.max(from, to.place) + 1];
    const known = rows.filter(({ place }) => place >= first && place < end).map(({ row }) => row);
    if (isOn && there.size + end - first > pickedMax)
      toast({ status: 'info', title: t('tickets.picked_max', { max: pickedMax }) });
    if (known.length === end - first) become(isOn, known);
    else void fetched([first, Math.min(end, first + pickedMax)]).then((some) => become(isOn, some));
  };
  return {
    picked,
    /** Another object after every change. */
    kept: there,
    toggle,
    clear: () => keep({ list, tickets: nobody }),
    /** SPEC section 2: All, None, Opened, Closed: of the first so many. Whoever has All picked can mean all that match. */
    select: async (which: Selection) => {
      if (which === 'none') return keep({ list, tickets: nobody });
      const first = await fetched([0, pickedMax]);
      keep({ list, tickets: new Map(first.filter(chosenBy[which]).map((row) => [row.id, row])) });
    },
  };
}

/** Opened is what waits for us. */
export const chosenBy: Record<Exclude<Selection, 'none'>, (row: Pick<Ticket, 'view_type'>) => boolean> = {
  all: () => true,
  opened: (row) => row.view_type === '',
  closed: (row) => row.view_type !== '',
};
