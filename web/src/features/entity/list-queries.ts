import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { rowsPerCallMax } from '#contract/entity.ts';
import { getRows, type RowsQuery, rowsQuery } from '../../api/rows.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import { type Segment, sortPair } from './list-state.ts';

/** How many rows the search box reads; a list longer than that says so. */
export const searchedMax = 1_000;

export type Found = { rows: ListedRow[]; total: number; totalIsCapped: boolean; isCutOff: boolean };
type Wanted = { segment: Segment; sort: string; from: number; size: number; words: string };

/** A page of a list. Words are looked for here, since the generic calls compare whole values only. */
export function listQuery(of: Declaration, wanted: Wanted) {
  const { segment, sort, from, size, words } = wanted;
  const query: RowsQuery = { conditions: inSegment(segment), sort: [sortPair(sort), ['id', 'desc']] };
  const range = [from, from + size] as const;
  return queryOptions({
    queryKey: [of.name, 'get', query, { range, words }] as const,
    queryFn: async ({ signal }): Promise<Found> => {
      if (words !== '') return search(await readAll(of, query, signal));
      const found = await getRows(of.entity, { ...query, range }, signal);
      return { ...found, rows: listed(found.rows), isCutOff: false };
    },
    placeholderData: keepPreviousData,
  });

  function search({ rows, isCutOff }: { rows: ListedRow[]; isCutOff: boolean }): Found {
    const matching = rows.filter((row) => matches(of.searched(row), words));
    return { rows: matching.slice(...range), total: matching.length, totalIsCapped: false, isCutOff };
  }
}

/** How many rows a segment holds. */
export function countQuery(of: Declaration, segment: Segment) {
  return rowsQuery(of.entity, { fields: ['id'], conditions: inSegment(segment), range: [0, 1] });
}

/** Every word must occur, in any order and case. */
export function matches(text: string, words: string): boolean {
  const hay = text.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}

async function readAll(of: Declaration, query: RowsQuery, signal: AbortSignal) {
  const rows: ListedRow[] = [];
  let total = Number.POSITIVE_INFINITY;
  while (rows.length < Math.min(total, searchedMax)) {
    const page = await getRows(of.entity, { ...query, range: [rows.length, rows.length + rowsPerCallMax] }, signal);
    if (page.rows.length === 0) break;
    rows.push(...listed(page.rows));
    total = page.total;
  }
  return { rows, isCutOff: total > rows.length };
}

/** Every listed entity has an id and a time of change. */
function listed(rows: readonly object[]): ListedRow[] {
  return rows as ListedRow[];
}

function inSegment(segment: Segment): NonNullable<RowsQuery['conditions']> {
  return [['is_deleted', '=', segment === 'disabled' ? 1 : 0]];
}
