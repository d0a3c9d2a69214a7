/** What the list needs to know of a row to keep it in place. `version` grows with every change. */
export type Versioned = { readonly id: number; readonly version: number };

export type HeldRows<R extends Versioned> = {
  readonly rows: readonly HeldRow<R>[];
  /** Tickets that wait behind the pill: in the answer, not among the rows shown. */
  readonly news: number;
};
export type HeldRow<R> = { readonly row: R; readonly gone: boolean };

/**
 * Rows as they may be shown while somebody points at the list: the order and the set they had, each with its newest
 * content. A row that left the view stays, marked as gone; one that was merely pushed to the next page by news stays as
 * it is, since nothing happened to it.
 */
export function heldRows<R extends Versioned>(shown: readonly R[], fresh: readonly R[]): HeldRows<R> {
  const now = new Map(fresh.map((row) => [row.id, row]));
  const before = new Set(shown.map((row) => row.id));
  const news = fresh.filter((row) => !before.has(row.id)).length;
  const lastKept = shown.findLastIndex((row) => now.has(row.id));
  const pushedFrom = news > 0 ? Math.max(lastKept + 1, shown.length - news) : shown.length;
  return {
    rows: shown.map((row, at) => ({ row: now.get(row.id) ?? row, gone: !now.has(row.id) && at < pushedFrom })),
    news,
  };
}

/** Rows that somebody else changed since they were last shown: these flash. */
export function changedRows<R extends Versioned>(shown: readonly R[], fresh: readonly R[]): number[] {
  const before = new Map(shown.map((row) => [row.id, row.version]));
  return fresh.filter((row) => (before.get(row.id) ?? row.version) !== row.version).map((row) => row.id);
}
