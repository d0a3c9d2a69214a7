import type { CsvEntity } from '#contract/csv.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import { Problem } from '#platform/problem.ts';
import { matchTitles } from './import-fields.ts';
import { belowSeparator, delimiterOf, parseCsv } from './parse-csv.ts';
import { type Encoding, encodingOf, readText } from './read-text.ts';

const samplesMax = 3;
const sampleLetters = 60;

type Seen = {
  encoding: Encoding;
  delimiter: string;
  rows: number;
  columns: { title: string; samples: string[]; field: string | null }[];
};

/** How a file of rows is to be read, and what its columns look like. Reads all of it, so that whatever is wrong is told now. */
export function lookIntoCsv(entity: CsvEntity, bytes: Uint8Array): Seen {
  const encoding = encodingOf(bytes);
  const text = belowSeparator(readText(bytes, encoding));
  const delimiter = text.separator ?? delimiterOf(text.rows);
  const records = parseCsv(text.rows, delimiter);
  const titles = records.next().value?.cells ?? [];
  const fields = matchTitles(entity, titles);
  const columns = titles.map((title, i) => ({
    title: shown(title),
    samples: [] as string[],
    field: fields[i] ?? null,
  }));
  let rows = 0;
  for (const { cells } of records) {
    rows++;
    for (const [i, column] of columns.entries()) {
      if (column.samples.length >= samplesMax) continue;
      const cell = shown(cells[i] ?? '');
      if (cell !== '') column.samples.push(cell);
    }
  }
  if (rows === 0) throw new Problem('csv_no_rows', { field: 'file' });
  return { encoding, delimiter, rows, columns };
}

const shown = (cell: string): string => cutLetters(cell.trim(), sampleLetters);
