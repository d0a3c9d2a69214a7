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
export function heldRows<R extends { readonly id: number }>(shown: readonly R[], fresh: readonly R[]): HeldRows<R> {
  const now = new Map(fresh.map((row) => [row.id, row]));
  const before = new Set(shown.map((row) => row.id));
  const lastKnown = fresh.findLastIndex((row) => before.has(row.id));
  const added = fresh.map((row, at) => ({ row, above: lastKnown === -1 || at < lastKnown }));
  const news = added.filter(({ row, above }) => above && !before.has(row.id)).length;
  const pushedFrom =
    news > 0 ? Math.max(shown.findLastIndex((row) => now.has(row.id)) + 1, shown.length - news) : shown.length;
  return {
    rows: [
      ...shown.map((row, at) => ({ row: now.get(row.id) ?? row, gone: !now.has(row.id) && at < pushedFrom })),
      ...added.filter(({ row, above }) => !above && !before.has(row.id)).map(({ row }) => ({ row, gone: false })),
    ],
    news,
  };
}

/** Rows that changed since they were last shown: these flash. */
export function changedRows<R extends Versioned>(shown: readonly R[], fresh: readonly R[]): number[] {
  const before = new Map(shown.map((row) => [row.id, row.version]));
  return fresh.filter((row) => (before.get(row.id) ?? row.version) !== row.version).map((row) => row.id);
}
