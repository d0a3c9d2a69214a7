import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { find, foundTicketsPerCallMax } from '#contract/search.ts';
import { call } from '../../api/call.ts';

/** What a search finds, page by page. */
export function useFound(asked: string, isAsked: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['search', find.path, asked],
    queryFn: ({ signal, pageParam }) =>
      call(find, { query: asked, tickets: foundTicketsPerCallMax, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * foundTicketsPerCallMax < last.tickets_total ? pages.length * foundTicketsPerCallMax : undefined,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = query;
  const tickets = useMemo(() => data?.pages.flatMap((page) => page.tickets) ?? [], [data]);
  return { query, first: data?.pages[0], tickets };
}
export type Found = ReturnType<typeof useFound>;
