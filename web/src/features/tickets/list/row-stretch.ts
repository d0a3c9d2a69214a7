/** Rows one after another, somewhere in a long list. */
export type Stretch<R> = {
  /** Place of the first one. */
  readonly start: number;
  readonly rows: readonly R[];
};
export type Fetched<R> = Stretch<R> & {
  /** Nothing stands below. */
  readonly isEnd: boolean;
};
export type Shown<R> = Stretch<R> & {
  /** How far the server's places are ahead of those shown: what came in above has pushed them. */
  readonly drift: number;
};

/** Rows that moved no further have kept their place, more or less. */
const nearRows = 25;

type Known = { readonly id: number };

/**
 * What is shown, made longer by what the server has now. Rows keep the place they have; what lies above or below of them
 * is added there, and what came in between waits. Null where the two have no row in common: somebody jumped.
 */
export function grownStretch<R extends Known>(shown: Stretch<R>, fresh: Stretch<R>): Shown<R> | null {
  const common = commonPlaces(shown, fresh);
  const median = common.map(({ here, there }) => there - here).sort((a, b) => a - b)[Math.floor(common.length / 2)];
  if (median === undefined) return null;
  // One that was answered far below stands at the top now: it leads nobody astray.
  const inOrder = common.filter(({ here, there }) => Math.abs(there - here - median) <= nearRows);
  const [first] = inOrder;
  if (!first) return null;
  const known = new Set(shown.rows.map((row) => row.id));
  const isNew = (row: R) => !known.has(row.id);
  const above = fresh.rows.slice(0, first.there).filter(isNew);
  const below = fresh.rows.slice(Math.max(...inOrder.map(({ there }) => there)) + 1).filter(isNew);
  // Nothing stands above the first place: what would, is news.
  const fitting = above.slice(Math.max(0, above.length - shown.start));
  return {
    start: shown.start - fitting.length,
    rows: fitting.length + below.length === 0 ? shown.rows : [...fitting, ...shown.rows, ...below],
    drift: fresh.start + first.there - first.here - shown.start,
  };
}

/** Ids of rows that are shown where the server has them no more. */
export function goneRows<R extends Known>(shown: Stretch<R>, fresh: Fetched<R>): ReadonlySet<number> {
  const common = commonPlaces(shown, fresh);
  const now = new Set(fresh.rows.map((row) => row.id));
  const first = fresh.start === 0 ? 0 : Math.min(...common.map(({ here }) => here));
  const last = fresh.isEnd ? shown.rows.length : Math.max(...common.map(({ here }) => here));
  return new Set(shown.rows.flatMap((row, at) => (at >= first && at <= last && !now.has(row.id) ? [row.id] : [])));
}

/** The part of it between two places. */
export function cutStretch<R>(of: Shown<R>, from: number, to: number): Shown<R> {
  if (of.start >= from && of.start + of.rows.length <= to) return of;
  const rows = of.rows.slice(Math.max(0, from - of.start), Math.max(0, to - of.start));
  return { ...of, start: Math.max(of.start, from), rows };
}

const commonPlaces = <R extends Known>(shown: Stretch<R>, fresh: Stretch<R>) => {
  const places = new Map(fresh.rows.map((row, there) => [row.id, there]));
  return shown.rows.flatMap((row, here) => {
    const there = places.get(row.id);
    return there === undefined ? [] : [{ here, there }];
  });
};
