import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TicketFilters } from '#contract/saved-searches.ts';
import { find } from '#contract/search.ts';
import { tickets } from '#contract/tickets.ts';
import { call } from '../../../api/call.ts';
import { getRows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import type { Total } from '../../../ui/count-text.ts';
import { countersQuery } from '../ticket-queries.ts';
import { readTicketSearch } from './ticket-search.ts';
import { conditionsOf, countIn, nameOfList } from './ticket-views.ts';

const key = 'search-counts';
const wordsKey = 'search-counts-of-words';
/** Nothing maintains these numbers: in a company where something happens all the time they follow a little later. */
const againMs = 5_000;
/** Words cost more, and people may look for them so often in a minute. */
const wordsAgainMs = 60_000;

/** How many tickets a search holds, while it is in sight. What views, products and teams hold is known already. */
export function useSearchCount(query: TicketFilters, isInSight: boolean): Total | undefined {
  const { user } = useSelf();
  const { data: counters } = useQuery(countersQuery);
  const search = readTicketSearch({ ...query });
  const words = search.search;
  const known = words === undefined && counters ? countIn(search, counters) : undefined;
  const isCounted = counters !== undefined && known === undefined;
  const { data: counted } = useQuery({
    queryKey: words === undefined ? [key, nameOfList(search)] : [wordsKey, words],
    queryFn: async ({ signal }) => {
      if (words !== undefined) return countFound(words, signal);
      const none = { fields: ['id'], conditions: conditionsOf(search, user.id), range: [0, 0] } as const;
      const { total, totalIsCapped } = await getRows(tickets, none, signal);
      return { count: total, isCapped: totalIsCapped };
    },
    enabled: isInSight && isCounted && words !== '',
  });
  if (isCounted) return counted;
  return known === undefined ? undefined : { count: known, isCapped: false };
}

async function countFound(query: string, signal: AbortSignal): Promise<Total> {
  const { tickets_total, is_capped } = await call(find, { query, tickets: 1, customers: 0 }, { signal });
  return { count: tickets_total, isCapped: is_capped };
}

/** Whenever the counters of the views were asked for again, by what one did oneself or somebody else did, these are old. */
export function useCountAgain(): void {
  const client = useQueryClient();
  const { dataUpdatedAt } = useQuery(countersQuery);
  const countThose = (what: string) =>
    void client.invalidateQueries(
      { queryKey: [what], predicate: ({ state }) => state.dataUpdatedAt < dataUpdatedAt },
      { cancelRefetch: false },
    );
  const countAgain = useThrottledCallback(() => countThose(key), againMs);
  const countWordsAgain = useThrottledCallback(() => countThose(wordsKey), wordsAgainMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is another reason
  useEffect(() => {
    countAgain();
    countWordsAgain();
  }, [dataUpdatedAt, countAgain, countWordsAgain]);
}
