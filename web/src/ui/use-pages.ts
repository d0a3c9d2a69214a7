import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Entity, type Row, rowsPerCallMax } from '#contract/entity.ts';
import { type RowsQuery, rowsQuery } from '../api/rows.ts';

/** All rows of a noun, a page after the other as they are asked for; `from` is the first page, where others are there already. */
export function usePages<E extends Entity & { fields: { id: unknown } }>(of: E, query: RowsQuery, from: 0 | 1) {
  const [count, setCount] = useState(1 - from);
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, i) => {
      const start = (from + i) * rowsPerCallMax;
      return rowsQuery(of, { ...query, range: [start, start + rowsPerCallMax] });
    }),
  });
  const all = pages.flatMap((page): Row<E>[] => page.data?.rows ?? []);
  // A name that was given between two pages moves the others on.
  const rows = [...new Map(all.map((row) => [(row as { id: number }).id, row])).values()];
  const next = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (rows.length === 0) return;
    next.current?.();
    next.current = null;
  }, [rows.length]);
  const failed = pages.find((page) => page.isError);
  return {
    rows,
    first: pages[0],
    isLoading: pages.some((page) => page.isFetching && !page.data),
    /** `then` takes the focus on: whoever asked for the last page has no button any more. */
    more: (then: () => void) => {
      next.current = then;
      if (failed) void failed.refetch();
      else setCount(count + 1);
    },
  };
}
