import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { find } from '#contract/search.ts';
import type { Ticket } from '../ticket-queries.ts';

type Found = z.output<(typeof find)['answer']>;
const searches = { queryKey: ['search', find.path] };

/** What a search found says at once what was done to it, and stays where it is. */
export function patchFound(client: QueryClient, ids: readonly number[], to: Partial<Ticket>): void {
  const said = (['view_type', 'is_spam', 'is_deleted'] as const).filter((field) => to[field] !== undefined);
  if (said.length === 0) return;
  const patch = Object.fromEntries(said.map((field) => [field, to[field]]));
  client.setQueriesData<InfiniteData<Found> | Found>(searches, (old) =>
    old && 'pages' in old
      ? {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            tickets: page.tickets.map((one) => (ids.includes(one.id) ? { ...one, ...patch } : one)),
          })),
        }
      : old,
  );
}

export const refreshFound = (client: QueryClient): Promise<void> => client.invalidateQueries(searches);
