import { cellLettersMax, importColumnsMax, importRowsMax } from '#contract/csv.ts';
import { Problem } from '#platform/problem.ts';

/** A record with its number, counted from 1 as spreadsheets do. */
export type CsvRecord = { readonly row: number; readonly cells: readonly string[] };

/**
 * The records of a CSV (RFC 4180, with any separator), one after the other; empty ones are passed over. A quotation mark
 * within a cell that did not begin with one is a letter. Throws a Problem that names the row where it cannot be read, or is
 * larger than anybody means it to be.
 */
export function* parseCsv(text: string, delimiter: string): Generator<CsvRecord, undefined> {
  let row = 0;
  let at = 0;
  while (at < text.length) {
    row++;
    if (row > importRowsMax + 1)
      throw new Problem('csv_too_many_rows', { field: 'file', values: { max: importRowsMax } });
    const cells: string[] = [];
    let isEnd = false;
    while (!isEnd) {
      const cell = text[at] === '"' ? quotedCell(text, at, delimiter, row) : bareCell(text, at, delimiter);
      if (cell.text.length > cellLettersMax)
        throw new Problem('csv_cell_too_long', { field: 'file', values: { row, max: cellLettersMax } });
      cells.push(cell.text);
      if (cells.length > importColumnsMax)
        throw new Problem('csv_too_wide', { field: 'file', values: { row, max: importColumnsMax } });
      isEnd = text[cell.end] !== delimiter;
      at = isEnd ? afterBreak(text, cell.end) : cell.end + 1;
    }
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells };
  }
  return undefined;
}

type Cell = { text: string; end: number };

/** Up to the next separator or line break. */
function bareCell(text: string, from: number, delimiter: string): Cell {
  let end = from;
  for (; end < text.length; end++) {
    const letter = text[end];
    if (letter === delimiter || letter === '\n' || letter === '\r') break;
  }
  return { text: text.slice(from, end), end };
}

/** Up to the quotation mark that closes it; two of them are one. */
function quotedCell(text: string, from: number, delimiter: string, row: number): Cell {
  const parts: string[] = [];
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    // A megabyte of one cell is seen before the end of the file is looked for.
    if (close < 0 || close - from > cellLettersMax * 2) {
      if (close < 0 && text.length - from <= cellLettersMax)
        throw new Problem('csv_open_quote', { field: 'file', values: { row } });
      throw new Problem('csv_cell_too_long', { field: 'file', values: { row, max: cellLettersMax } });
    }
    parts.push(text.slice(at, close));
    if (text[close + 1] !== '"') {
      const end = close + 1;
      const next = text[end];
      if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r')
        throw new Problem('csv_stray_quote', { field: 'file', values: { row } });
      return { text: parts.join('"'), end };
    }
    at = close + 2;
  }
}

const afterBreak = (text: string, at: number): number => (text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1);

/**
 * Excel is told the separator by a line above the titles (`sep=;`), which it shows to nobody and counts as no row: the text
 * without it.
 */
export function belowSeparator(text: string): { rows: string; separator: string | undefined } {
  const [line = '', separator] = /^"?sep=([^\p{L}\p{N}"\r\n])"?(?:\r\n|\r|\n)/iu.exec(text) ?? [];
  return { rows: text.slice(line.length), separator };
}

const recordsLookedAt = 20;

/** Which of the usual separators splits the first records most evenly. */
export function delimiterOf(text: string): string {
  const start = text.slice(0, 50_000);
  const scores = [',', ';', '\t'].map((delimiter) => ({ delimiter, score: evenness(start, delimiter) }));
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

function evenness(text: string, delimiter: string): number {
  const widths: number[] = [];
  try {
    for (const { cells } of parseCsv(text, delimiter)) {
      widths.push(cells.length);
      if (widths.length >= recordsLookedAt) break;
    }
  } catch {
    // What the start of a file is cut off in is no fault of its own.
  }
  const [first = 0] = widths;
  if (first < 2) return 0;
  return first * (widths.filter((width) => width === first).length / widths.length) ** 2;
}
