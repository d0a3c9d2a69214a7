import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tickets } from '#contract/tickets.ts';
import type { Rows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import { useHeldRows } from '../list/use-held-rows.ts';
import { type Ticket, ticketListQuery, ticketQuery } from '../ticket-queries.ts';
import { belongsTo, type TicketSearch } from '../views/ticket-views.ts';
import { useNeighbours } from './use-neighbours.ts';

const noTickets: readonly Ticket[] = [];

/** The open ticket, known at once when a list has shown it, and the list around it. */
export function useOpenTicket(id: number, search: TicketSearch, isPointedAt: boolean) {
  const client = useQueryClient();
  const { user } = useSelf();
  const query = useQuery(ticketQuery(id));
  const ticket = query.data ?? (query.isPending ? listed(client, id) : undefined);
  const list = useQuery(ticketListQuery(search, user.id));
  const rows = list.data?.rows ?? noTickets;
  const fresh = useMemo(() => rows.filter((row) => belongsTo(search, row, user.id)), [rows, search, user.id]);
  const around = useHeldRows(fresh, JSON.stringify(search), isPointedAt).rows.map(({ row }) => row);
  return {
    ticket,
    error: query.error,
    retry: () => void query.refetch(),
    around,
    neighbours: useNeighbours(
      around.map((row) => row.id),
      id,
    ),
  };
}

/** The ticket as some list shows it, for the moment until it has been fetched by itself. */
function listed(client: QueryClient, id: number): Ticket | undefined {
  const lists = client.getQueriesData<Rows<typeof tickets>>({ queryKey: [tickets.name, 'get'] });
  return lists.flatMap(([, list]) => list?.rows ?? []).find((row) => row.id === id && 'version' in row);
}
