import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TicketFilters } from '#contract/saved-searches.ts';
import { tickets } from '#contract/tickets.ts';
import { getRows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import type { Total } from '../../../ui/count-text.ts';
import { countersQuery } from '../ticket-queries.ts';
import { readTicketSearch } from './ticket-search.ts';
import { conditionsOf, countIn, nameOfList } from './ticket-views.ts';

const key = 'search-counts';
/** Nothing maintains these numbers: in a company where something happens all the time they follow a little later. */
const againMs = 5_000;

/** How many tickets a search holds, while it is in sight. What views, products and teams hold is known already; words are not counted. */
export function useSearchCount(query: TicketFilters, isInSight: boolean): Total | undefined {
  const { user } = useSelf();
  const { data: counters } = useQuery(countersQuery);
  const search = readTicketSearch({ ...query });
  const known = counters && countIn(search, counters);
  const isCounted = counters !== undefined && known === undefined && search.search === undefined;
  const { data: counted } = useQuery({
    queryKey: [key, nameOfList(search)],
    queryFn: async ({ signal }) => {
      const none = { fields: ['id'], conditions: conditionsOf(search, user.id), range: [0, 0] } as const;
      const { total, totalIsCapped } = await getRows(tickets, none, signal);
      return { count: total, isCapped: totalIsCapped };
    },
    enabled: isInSight && isCounted,
  });
  if (isCounted) return counted;
  return known === undefined ? undefined : { count: known, isCapped: false };
}

/** Whenever the counters of the views were asked for again, by what one did oneself or somebody else did, these are old. */
export function useCountAgain(): void {
  const client = useQueryClient();
  const { dataUpdatedAt } = useQuery(countersQuery);
  const countAgain = useThrottledCallback(
    () =>
      void client.invalidateQueries(
        { queryKey: [key], predicate: ({ state }) => state.dataUpdatedAt < dataUpdatedAt },
        { cancelRefetch: false },
      ),
    againMs,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is another reason
  useEffect(() => countAgain(), [dataUpdatedAt, countAgain]);
}
