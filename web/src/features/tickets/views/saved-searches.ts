import type { Row } from '#contract/entity.ts';
import { savedSearches } from '#contract/saved-searches.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { mayDo, type useSelf } from '../../../api/self.ts';

const shownMax = 100;
export const searchesQuery = rowsQuery(savedSearches, {
  conditions: [['is_deleted', '=', 0]],
  sort: [
    ['is_shared', 'asc'],
    ['position', 'asc'],
  ],
  range: [0, shownMax],
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
