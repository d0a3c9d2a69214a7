import { queryOptions } from '@tanstack/react-query';
import { type Row, rowsPerCallMax } from '#contract/entity.ts';
import { savedSearches, savedSearchesSeenMax } from '#contract/saved-searches.ts';
import { getRows, type RowsQuery } from '../../../api/rows.ts';
import { mayDo, type useSelf } from '../../../api/self.ts';

const query = {
  conditions: [['is_deleted', '=', 0]],
  sort: [
    ['is_shared', 'asc'],
    ['position', 'asc'],
  ],
} satisfies RowsQuery;

/** One's own and then the company's, of whom hardly anybody has more than a call brings. */
export const searchesQuery = queryOptions({
  queryKey: [savedSearches.name, 'get', query] as const,
  queryFn: async ({ signal }) => {
    const within = (from: number, to: number) => getRows(savedSearches, { ...query, range: [from, to] }, signal);
    const first = await within(0, rowsPerCallMax);
    if (first.total <= rowsPerCallMax) return first;
    const rest = await within(rowsPerCallMax, savedSearchesSeenMax);
    // Whoever is moved or removed between the two calls comes once.
    const known = new Set(first.rows.map((one) => one.id));
    return { ...first, rows: [...first.rows, ...rest.rows.filter((one) => !known.has(one.id))] };
  },
});

/** One's own; what the company shares is changed by whoever may share. */
export const mayChangeSearch = (who: ReturnType<typeof useSelf>, one: Row<typeof savedSearches>): boolean =>
  mayDo(who, 'saved-searches.update', one.company_id) &&
  (one.is_shared === 0 || mayDo(who, 'saved-searches.share', one.company_id));

let opened: number | null = null;

/** The saved search that somebody went on from by choosing other filters. Null: they began anew. */
export const lastOpenedSearch = (): number | null => opened;

export function rememberOpenedSearch(id: number | null): void {
  opened = id;
}
