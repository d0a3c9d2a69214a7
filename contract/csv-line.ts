/**
 * A line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front (ASVS 1.2.10):
 * what customers and agents write must not run on the machine of whoever opens the file.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\0]/.test(value) ? `'${value}` : value;
  return /[",\r\n\0]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"` : safe;
}
