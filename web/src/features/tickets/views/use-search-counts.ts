import { useQueries, useQuery } from '@tanstack/react-query';
import type { Row } from '#contract/entity.ts';
import type { savedSearches } from '#contract/saved-searches.ts';
import { tickets } from '#contract/tickets.ts';
import { getRows } from '../../../api/rows.ts';
import { useSelf } from '../../../api/self.ts';
import { countersQuery } from '../ticket-queries.ts';
import { readTicketSearch } from './ticket-search.ts';
import { conditionsOf, countIn, isSameSearch } from './ticket-views.ts';

/** Counted afresh no more often than this, and only while somebody looks: nothing maintains these. */
const againMs = 20_000;
/** The first ones of the column; the others tell when they are opened. */
const countedMax = 12;

/** How many tickets each search holds. What views, products and teams hold is known already; words are not counted. */
export function useSearchCounts(rows: readonly Row<typeof savedSearches>[]): ReadonlyMap<number, number> {
  const { user } = useSelf();
  const { data: counters } = useQuery(countersQuery);
  const asked = rows
    .filter((one) => one.query.search === undefined)
    .slice(0, countedMax)
    .map((one) => ({ id: one.id, search: readTicketSearch({ ...one.query }) }));
  const known = (search: (typeof asked)[number]['search']) => counters && countIn(search, counters);
  const open = asked.filter(({ search }) => counters !== undefined && known(search) === undefined);
  const counted = useQueries({
    queries: open.map(({ search }) => ({
      queryKey: ['search-counts', JSON.stringify(search)],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await getRows(tickets, { fields: ['id'], conditions: conditionsOf(search, user.id), range: [0, 0] }, signal))
          .total,
      staleTime: againMs,
      refetchInterval: againMs,
    })),
  });
  return new Map(
    asked.flatMap(({ id, search }) => {
      const count = known(search) ?? counted[open.findIndex((one) => isSameSearch(one.search, search))]?.data;
      return count === undefined ? [] : [[id, count] as const];
    }),
  );
}
