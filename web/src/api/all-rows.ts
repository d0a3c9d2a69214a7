import { queryOptions } from '@tanstack/react-query';
import { type Entity, type Row, rowsPerCallMax } from '#contract/entity.ts';
import { getRows, type Rows, type RowsQuery } from './rows.ts';

/** Rows as a query, as many as are wished, and all where nothing is said: a call answers so many, more follow in turn. */
export function allRowsQuery<E extends Entity>(of: E, { range = [0, Number.POSITIVE_INFINITY], ...query }: RowsQuery) {
  const [from, to] = range;
  return queryOptions({
    queryKey: [of.name, 'get', { ...query, range: [from, to], isAll: true }] as const,
    queryFn: async ({ signal }): Promise<Rows<E>> => {
      const rows: Row<E>[] = [];
      for (;;) {
        const at = from + rows.length;
        const page = await getRows(of, { ...query, range: [at, Math.min(to, at + rowsPerCallMax)] }, signal);
        rows.push(...page.rows);
        if (page.rows.length < rowsPerCallMax || from + rows.length >= to) return { ...page, rows };
      }
    },
  });
}
