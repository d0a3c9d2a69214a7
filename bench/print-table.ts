/** A table for people: columns as wide as they need, numbers to the right. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  const widths = head.map((name, i) => Math.max(name.length, ...text.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of text) console.log(line(row));
}

const formatNumber = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toFixed(2));

/** The value below which this part of all lies, between 0 and 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Where the middle half of the ratios lies, round by round: how far to believe the ratio of the medians. */
export function spread(pairs: readonly { readonly ours: number; readonly theirs: number }[]): string {
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs);
  return `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`;
}
