import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { inValuesMax } from '#contract/entity.ts';
import { allRowsQuery } from '../../api/all-rows.ts';
import type { RowsQuery } from '../../api/rows.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import type { Picking } from './use-picking.ts';

/**
 * Lets go of picked rows that are not in their list any more, because somebody else disabled or restored them. Of those that
 * are not on the page that is shown (`rows`) the server is asked: they may only be on another one.
 */
export function useLettingGo(
  of: Declaration,
  list: Required<Pick<RowsQuery, 'conditions'>> & { search: string },
  rows: readonly ListedRow[] | undefined,
  picking: Picking,
): void {
  const here = new Set(rows?.map(of.keyOf));
  const away = rows ? [...picking.picked.values()].filter((row) => !here.has(of.keyOf(row))) : [];
  const ids = away.map((row) => row.id).slice(0, inValuesMax);
  const there = useQuery({
    ...allRowsQuery(of.entity, {
      conditions: [...list.conditions, ['id', 'in', ids]],
      ...(of.sortAlso ? { sort: [['id', 'asc'], ...of.sortAlso] } : {}),
      ...(list.search === '' ? {} : { search: list.search }),
    }),
    enabled: ids.length > 0,
  });
  const letGo = useEffectEvent((found: readonly object[]) => {
    const left = new Set((found as ListedRow[]).map(of.keyOf)); // rows of the declared entity, as in a list
    picking.drop(
      away
        .slice(0, inValuesMax)
        .map(of.keyOf)
        .filter((key) => !left.has(key)),
    );
  });
  const answer = ids.length > 0 && !there.isFetching ? there.data?.rows : undefined;
  useEffect(() => {
    if (answer) letGo(answer);
  }, [answer]);
}
