import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRows, type RowsQuery, rowsQuery } from '../../api/rows.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import { type Chosen, conditionsOf, type Segment, sortPair } from './list-state.ts';

export type Found = { rows: ListedRow[]; total: number; totalIsCapped: boolean };
type Wanted = { segment: Segment; chosen: Chosen; sort: string; from: number; size: number; words: string };

/** A page of a list. */
export function listQuery(of: Declaration, wanted: Wanted) {
  const { segment, chosen, sort, from, size, words } = wanted;
  const query: RowsQuery = {
    conditions: conditionsOf(of, segment, chosen),
    sort: [sortPair(sort), ...(of.sortAlso ?? [])],
    range: [from, from + size],
    ...(words === '' ? {} : { search: words }),
  };
  return queryOptions({
    queryKey: [of.entity.name, 'get', query] as const,
    queryFn: async ({ signal }): Promise<Found> => {
      const found = await getRows(of.entity, query, signal);
      return { ...found, rows: listed(found.rows) };
    },
    placeholderData: keepPreviousData,
  });
}

/** How many rows a segment holds. */
export function countQuery(of: Declaration, segment: Segment) {
  return rowsQuery(of.entity, { fields: ['id'], conditions: conditionsOf(of, segment, {}), range: [0, 1] });
}

/** Every listed entity has an id and a time of change. */
function listed(rows: readonly object[]): ListedRow[] {
  return rows as ListedRow[];
}
