import { type AuditNarrowing, auditExportRowsMax } from '#contract/audit.ts';
import { csvLine } from '#contract/csv-line.ts';
import type { Database } from '#platform/database.ts';
import { type AuditScope, type EntryRow, readEntries } from './audit-queries.ts';

const rowsPerRead = 1000;
const byteOrderMark = '\uFEFF'; // without it spreadsheets take UTF-8 for something else
const head = [
  'number',
  'time_utc',
  'who_id',
  'who',
  'ip',
  'device',
  'action',
  'entity',
  'entity_id',
  'title',
  'before',
  'after',
  'more',
  'hash',
];

/**
 * The entries as CSV, the newest first, a stretch at a time, so that memory stays flat and no transaction lasts long. Where there
 * are more than `rowsMax`, the last line says from when on the older ones are to be asked for.
 */
export async function* writeCsv(
  db: Database,
  of: AuditScope,
  narrowing: AuditNarrowing,
  rowsMax = auditExportRowsMax,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(head);
  let last: EntryRow | undefined;
  for (let written = 0; written < rowsMax; ) {
    const limit = Math.min(rowsPerRead, rowsMax - written);
    const rows = await readEntries(db, of, narrowing, { before: last?.number, limit });
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join('');
    written += rows.length;
    last = rows.at(-1);
  }
  const older = await readEntries(db, of, narrowing, { before: last?.number, limit: 1 });
  if (last && older.length > 0) {
    const title = `There are older entries: export those up to ${last.at} UTC as well`;
    yield csvLine(head.map((name) => (name === 'title' ? title : null)));
  }
}

function cellsOf(entry: EntryRow): (string | number | null)[] {
  const { before, after, ...more } = entry.detail ?? {};
  return [
    entry.number,
    entry.at,
    entry.actor_id,
    entry.actor_name,
    entry.ip,
    entry.user_agent,
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.title,
    asJson(before),
    asJson(after),
    Object.keys(more).length > 0 ? asJson(more) : null,
    entry.hash,
  ];
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
