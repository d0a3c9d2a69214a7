/** What the list needs to know of a row to keep it in place. `version` grows with every change. */
export type Versioned = { readonly id: number; readonly version: number };

export type HeldRow<R> = { readonly row: R; readonly gone: boolean };
export type HeldRows<R> = {
  readonly rows: readonly HeldRow<R>[];
  /** Tickets that wait behind the pill: they stand above what is shown. */
  readonly news: number;
};

/**
 * Rows as they may be shown while somebody points at the list: the order they had, each with its newest content. A row
 * that left the view stays, marked as gone; one that news merely pushed to the next page stays as it is, since nothing
 * happened to it. What moved up from the next page is added below, where it moves nothing.
 */
export function heldRows<R extends { readonly id: number }>(
  shown: readonly R[],
  fresh: readonly R[],
  keyOf: (row: R) => number | string = (row) => row.id,
): HeldRows<R> {
  const now = new Map(fresh.map((row) => [keyOf(row), row]));
  const before = new Set(shown.map(keyOf));
  const lastKnown = fresh.findLastIndex((row) => before.has(keyOf(row)));
  const added = fresh.map((row, at) => ({ row, above: lastKnown === -1 || at < lastKnown }));
  const news = added.filter(({ row, above }) => above && !before.has(keyOf(row))).length;
  const pushedFrom =
    news > 0 ? Math.max(shown.findLastIndex((row) => now.has(keyOf(row))) + 1, shown.length - news) : shown.length;
  return {
    rows: [
      ...shown.map((row, at) => ({ row: now.get(keyOf(row)) ?? row, gone: !now.has(keyOf(row)) && at < pushedFrom })),
      ...added.filter(({ row, above }) => !above && !before.has(keyOf(row))).map(({ row }) => ({ row, gone: false })),
    ],
    news,
  };
}

/** Rows that changed since they were last shown: these flash. */
export function changedRows<R extends Versioned>(shown: readonly R[], fresh: readonly R[]): number[] {
  const before = new Map(shown.map((row) => [row.id, row.version]));
  return fresh.filter((row) => (before.get(row.id) ?? row.version) !== row.version).map((row) => row.id);
}
