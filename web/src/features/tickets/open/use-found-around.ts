import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { rowsPerCallMax } from '#contract/entity.ts';
import { find, foundTicketsPerCallMax } from '#contract/search.ts';
import { call } from '../../../api/call.ts';
import { foundQuery, type Ticket } from '../ticket-queries.ts';

type Found = z.output<(typeof find)['answer']>;
const noTickets: readonly Ticket[] = [];

/** What a search found, in its order: those that were shown, or the first of them where only an address was opened. */
export function useFoundAround(asked: string | undefined): readonly Ticket[] {
  const client = useQueryClient();
  const { data: ids } = useQuery({
    queryKey: ['search', 'around', asked],
    queryFn: async ({ signal }) => {
      const shown = client.getQueryData<{ pages: Found[] }>(['search', find.path, asked]);
      const pages = shown?.pages ?? [
        await call(find, { query: asked ?? '', tickets: foundTicketsPerCallMax }, { signal }),
      ];
      return pages
        .flatMap((page) => page.tickets)
        .map((ticket) => ticket.id)
        .slice(0, rowsPerCallMax);
    },
    enabled: asked !== undefined && asked !== '',
    // They stay where they are while one goes through them.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data } = useQuery({ ...foundQuery(ids ?? []), enabled: ids !== undefined && ids.length > 0 });
  return useMemo(() => {
    const rows = new Map(data?.rows.map((row) => [row.id, row]));
    return ids?.flatMap((id) => rows.get(id) ?? []) ?? noTickets;
  }, [ids, data]);
}
