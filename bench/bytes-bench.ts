import path from 'node:path';
import { measurePages } from '../tools/page-bytes.ts';
import { printTable } from './print-table.ts';

/** How much a browser fetches for the first pages. */
export async function bytesBench(): Promise<void> {
  const root = path.join(import.meta.dirname, '..');
  const rows = measurePages(root).map(({ what, unit, amount, limit }) => [`${what} (${unit})`, amount, limit] as const);
  printTable('Scripts (kB of gzip; files)', ['page', 'now', 'at most'], rows);
}
