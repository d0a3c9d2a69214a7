import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { tickets } from '#contract/tickets.ts';
import type { Rows } from '../../../api/rows.ts';
import { foundQuery, stretchRows, type Ticket } from '../ticket-queries.ts';

/** The tickets that were found, as a list has them; fetched in stretches, from when somebody wants to do something. */
export function useFullRows(ids: readonly number[], isWanted: boolean): ReadonlyMap<number, Ticket> {
  const stretches = Array.from({ length: Math.ceil(ids.length / stretchRows) }, (_, i) =>
    ids.slice(i * stretchRows, (i + 1) * stretchRows),
  );
  return useQueries({
    queries: stretches.map((some) => ({ ...foundQuery(some), enabled: isWanted })),
    combine: byId,
  });
}

const byId = (queries: readonly UseQueryResult<Rows<typeof tickets>>[]): ReadonlyMap<number, Ticket> =>
  new Map(queries.flatMap((query) => query.data?.rows ?? []).map((row) => [row.id, row]));
