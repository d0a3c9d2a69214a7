import path from 'node:path';
import { measurePages } from '../tools/page-bytes.ts';
import { printTable } from './print-table.ts';

/** How much a browser fetches for the first pages. */
export async function bytesBench(): Promise<void> {
  const root = path.join(import.meta.dirname, '..');
  const rows = measurePages(root).map(({ what, bytes, limit }) => [what, bytes / 1000, limit / 1000] as const);
  printTable('Scripts (kB of gzip)', ['page', 'now', 'at most'], rows);
}
