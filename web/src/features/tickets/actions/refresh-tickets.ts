import type { Query, QueryClient } from '@tanstack/react-query';
import { tickets } from '#contract/tickets.ts';
import type { Ticket } from '../ticket-queries.ts';
import { refreshFound } from './patch-found.ts';

/** What is of another ticket alone, as the one that was gone on to, shows none of these. */
const mayShow =
  (ids: readonly number[]) =>
  ({ queryKey: [, kind, asked], state }: Query): boolean => {
    const about = kind === 'row' ? (state.data as Ticket | undefined)?.id : (asked as { ticket_id?: number }).ticket_id;
    return about === undefined || ids.includes(about);
  };

/** Asks anew for whatever may show these tickets. */
export async function refresh(client: QueryClient, ids: readonly number[]): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [tickets.name], predicate: mayShow(ids) }),
    refreshFound(client),
  ]);
}

/**
 * Before a change is shown: what was asked for earlier is answered without it, and would undo it on the screen until the next
 * answer. Whoever waits for rows that nothing shows yet goes on waiting.
 */
export function forgetAsked(client: QueryClient, ids: readonly number[]): Promise<void> {
  const shows = mayShow(ids);
  const isShown = (query: Query) => query.isActive() && query.state.data !== undefined && shows(query);
  return client.cancelQueries({ queryKey: [tickets.name], predicate: isShown });
}
