import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { tickets } from '#contract/tickets.ts';
import type { Rows } from '../../../api/rows.ts';
import { type Ticket, ticketQuery } from '../ticket-queries.ts';
import type { TicketSearch } from '../views/ticket-search.ts';
import { useAround } from './use-around.ts';
import { useNeighbours } from './use-neighbours.ts';

/** The open ticket, known at once when a list has shown it, and the list around it. */
export function useOpenTicket(id: number, search: TicketSearch, isPointedAt: boolean) {
  const client = useQueryClient();
  const query = useQuery(ticketQuery(id));
  const ticket = query.data ?? (query.isPending ? listed(client, id) : undefined);
  const around = useAround(id, search, isPointedAt);
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
