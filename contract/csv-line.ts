export const csvSeparators = [',', ';'] as const;
/** Excel takes the second where the first stands in decimal numbers, as in Ukraine. */
export type CsvSeparator = (typeof csvSeparators)[number];

/**
 * A line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front (ASVS 1.2.10), and
 * so does the part of one that a spreadsheet with another separator would take for a cell, or for a row where it breaks the
 * line: what customers and agents write must not run on the machine of whoever opens the file.
 */
export const csvLine = (cells: readonly (string | number | null)[], separator: CsvSeparator = ','): string =>
  `${cells.map(csvCell).join(separator)}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(/(?:^|[,;\t])(?=["']*[=+\-@\t\r\0])|[\r\n](?=["']*[=+\-@\0])/g, "$&'");
  return /[",;\t\r\n\0]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"` : safe;
}

/** What stood in a cell before its apostrophes: none of them is lost, and none is left. */
export const withoutGuards = (cell: string): string =>
  cell.replace(/(^|[,;\t])'(?=["']*[=+\-@\t\r])|([\r\n])'(?=["']*[=+\-@])/g, '$1$2');
