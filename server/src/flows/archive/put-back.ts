import { setImmediate as nextTurn } from 'node:timers/promises';
import { sanitizeMailHtml } from '#channels/email/parsing/sanitize-mail-html.ts';
import { keepRaws, keyOfRaw } from '#domain/inbound-mails/index.ts';
import { adoptFiles, noteStray, uploadKey } from '#domain/messages/index.ts';
import { doomBytes, spareFiles } from '#domain/stored-files/index.ts';
import { keepArchivedAssignees } from '#domain/tickets/index.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { type Files, sha256 } from '#platform/files.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { attachmentName, mailName, rowsName } from './archive-manifest.ts';
import { type Archived, archived, type Row } from './archive-plan.ts';
import { checkValues } from './archive-shapes.ts';
import { type Columns, columnsOf, hasOwnId, timesOf } from './archive-tables.ts';
import { broken, type OpenArchive } from './read-archive.ts';

const rowsPerBatch = 200;
/** A batch is in memory as a whole: long rows come in smaller ones. */
const lettersPerBatch = 4 * 1024 * 1024;
const fileBytesMax = 64 * 1024 * 1024;
/** Longer than a batch takes. */
const batchMinutes = 60;

export type PuttingBack = {
  db: Database;
  files: Files;
  archive: OpenArchive;
  secrets: Secrets;
  companyId: number;
  /** Whoever imports, by the id that the archive knows them by; null: the archive does not know them. */
  importer: { userId: number; archivedId: number | null };
  /** Writes a batch, unless somebody else has taken over what this is part of. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  onProgress: (done: number, total: number) => Promise<void>;
};

/**
 * Puts the rows of an archive into a company that holds nothing yet. Every batch is a transaction and remembers which row
 * became which, so it can be told to begin again at any moment and goes on where it was.
 */
export async function putBack(the: PuttingBack): Promise<void> {
  const [columns, times] = await the.db.transaction('system', (tx) => Promise.all([columnsOf(tx), timesOf(tx)]));
  const plan = archived.filter((one) => !one.isRecord);
  const late = plan.filter((one) => one.lateIds);
  const { counts } = the.archive.manifest;
  const total = [...plan, ...late].reduce((sum, { table }) => sum + (counts[table] ?? 0), 0);
  let done = 0;
  const through = async (one: Archived, work: (batch: Numbered[]) => Promise<void>) => {
    for await (const batch of batchesOf(the.archive, one, { columns, times })) {
      await work(batch);
      done += batch.length;
      await the.onProgress(Math.min(done, total), total);
    }
  };
  for (const one of plan) await through(one, (batch) => putBatch(the, one, namesOf(one, columns), batch));
  for (const one of late) await through(one, (batch) => fillIn(the, one, batch));
}

type Numbered = { row: Row; line: number };

/** What nobody here could have written is refused before the next row is read, so a strange archive fills no memory. */
async function* batchesOf(
  archive: OpenArchive,
  one: Archived,
  { columns, times }: { columns: Columns; times: Columns },
): AsyncGenerator<Numbered[]> {
  const names = namesOf(one, columns);
  const file = rowsName(one.table);
  let batch: Numbered[] = [];
  let total = 0;
  for await (const { row, line, letters } of archive.rows(file)) {
    checkColumns(one, names, row, line);
    checkValues(one.table, row, times.get(one.table) ?? [], `${file}:${line}`);
    batch.push({ row, line });
    total += letters;
    if (batch.length < rowsPerBatch && total < lettersPerBatch) continue;
    yield batch;
    batch = [];
    total = 0;
  }
  if (batch.length > 0) yield batch;
}

const namesOf = (one: Archived, columns: Columns): readonly string[] =>
  (columns.get(one.table) ?? []).filter((name) => name !== 'company_id');

async function putBatch(the: PuttingBack, one: Archived, names: readonly string[], batch: Numbered[]): Promise<void> {
  const wanted = batch.filter(({ row }) => !isOfAnother(the, one, row));
  const fresh = hasOwnId(one) ? await without(the, one.table, wanted) : wanted;
  if (fresh.length === 0) return;
  // Bytes before rows: a file that no row names is harmless, and goes by itself.
  const filed = one.file ? await fileBatch(the, one.file, fresh) : fresh;
  for (const { row } of filed) await cleanHtml(one, row);
  try {
    await the.write(async (tx) => {
      const known = await knownIds(tx, the, one, filed);
      const rows = filed
        .map(({ row, line }) => mend(the, one, row, known, `${rowsName(one.table)}:${line}`))
        .filter((row) => row !== null);
      if (rows.length > 0) await insert(tx, the, one, names, rows);
      if (one.file === 'attachment')
        await adoptFiles(
          tx,
          rows.map((row) => String(row.file_key)),
        );
      if (one.file === 'mail')
        await spareFiles(
          tx,
          the.companyId,
          rows.flatMap((row) => (isNothing(row.raw_key) ? [] : [String(row.raw_key)])),
        );
      if (one.table === 'tickets') await keepAssignees(tx, the, filed);
    });
  } catch (error) {
    // A value that the database refuses: of its class 22 (data) or 23 (integrity).
    if (/^2[23]/.test(codeOf(error))) throw broken(`${rowsName(one.table)}:${batch[0]?.line}`, error);
    throw error;
  }
}

/** Long letters take a moment each: others get their turn in between. */
async function cleanHtml(one: Archived, row: Row): Promise<void> {
  for (const name of one.html ?? []) {
    if (isNothing(row[name])) continue;
    row[name] = cleaned(row[name], one.plainWithin);
    await nextTurn();
  }
}

/** Every text in it, however deep it lies, but for lines of plain text. */
function cleaned(value: unknown, plain: readonly string[] = []): unknown {
  if (typeof value === 'string') return sanitizeMailHtml(value).html;
  if (Array.isArray(value)) return value.map((one) => cleaned(one, plain));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, plain.includes(key) ? one : cleaned(one, plain)]),
  );
}

function checkColumns(one: Archived, names: readonly string[], row: Row, line: number): void {
  for (const name of Object.keys(row))
    if (!names.includes(name) || one.leftOut?.includes(name)) throw broken(`${rowsName(one.table)}:${line}: ${name}`);
}

function isOfAnother({ importer }: PuttingBack, one: Archived, row: Row): boolean {
  if (!one.isPrivate?.(row)) return false;
  return Object.keys(one.people ?? {}).every((name) => row[name] !== importer.archivedId);
}

/** Those that are not there yet. */
async function without(the: PuttingBack, table: string, batch: Numbered[]): Promise<Numbered[]> {
  const asked = batch.map(({ row }) => row.id);
  const there = await the.db.transaction('system', (tx) => idsIn(tx, the.companyId, table, asked));
  return batch.filter(({ row }) => !there.has(Number(row.id)));
}

type Known = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** What became of everything that these rows refer to, by table. */
async function knownIds(tx: Tx, the: PuttingBack, one: Archived, batch: readonly Numbered[]): Promise<Known> {
  const asked = new Map<string, unknown[]>();
  const ask = (table: string, id: unknown) => asked.set(table, [...(asked.get(table) ?? []), id]);
  for (const { row } of batch) {
    for (const [name, table] of Object.entries(one.ids ?? {})) ask(table, row[name]);
    for (const [name, tableOf] of Object.entries(one.idsLeading ?? {})) {
      const table = tableOf(row);
      if (table !== undefined) ask(table, leadingId(row[name])?.id);
    }
    for (const [name, within] of Object.entries(one.idsWithin ?? {}))
      for (const [key, table] of Object.entries(within)) ask(table, objectOf(row[name])[key]);
  }
  const known = new Map<string, ReadonlyMap<number, number>>();
  for (const [table, ids] of asked) known.set(table, await idsIn(tx, the.companyId, table, ids));
  return known;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;
const objectOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {}); // read by names that we know

/** `17 u-4` as what it begins with, and the rest. */
function leadingId(text: unknown): { id: number; rest: string } | undefined {
  const [, id, rest] = (typeof text === 'string' && /^(\d{1,15}) (.+)$/s.exec(text)) || [];
  return id === undefined || rest === undefined ? undefined : { id: Number(id), rest };
}

/** What became of ids of the archive: of this company's rows alone, whatever the archive says. */
async function idsIn(
  tx: Tx,
  companyId: number,
  table: string,
  asked: readonly unknown[],
): Promise<ReadonlyMap<number, number>> {
  const ids = [...new Set(asked.filter((id) => Number.isSafeInteger(id)))];
  if (ids.length === 0) return new Map();
  const found = await tx.rows<{ old_id: number; new_id: number }>(
    sql`select old_id, new_id from imported_ids where company_id = ${companyId} and of_table = ${table} and old_id = any (${ids}::bigint[])`,
  );
  return new Map(found.map(({ old_id, new_id }) => [old_id, new_id]));
}

/** The row as it is at the new place; null: it goes with what it belonged to. */
function mend(the: PuttingBack, one: Archived, row: Row, known: Known, where: string): Row | null {
  const mended: Row = { ...row };
  for (const [name, table] of Object.entries(one.ids ?? {})) {
    if (isNothing(row[name])) continue;
    mended[name] = known.get(table)?.get(Number(row[name]));
    if (mended[name] !== undefined) continue;
    if (one.key || one.belongsTo?.includes(name)) return null;
    throw broken(`${where}: ${name}`);
  }
  for (const [name, tableOf] of Object.entries(one.idsLeading ?? {})) {
    const table = tableOf(row);
    if (table === undefined) continue;
    const led = leadingId(row[name]);
    const id = led && known.get(table)?.get(led.id);
    if (id === undefined) return null;
    mended[name] = `${id} ${led?.rest}`;
  }
  for (const [name, within] of Object.entries(one.idsWithin ?? {})) {
    if (isNothing(row[name])) continue;
    const found = Object.entries(objectOf(row[name])).map(([key, value]) => {
      const table = within[key];
      // Whatever company it was, it is this one now.
      if (table === 'companies') return [key, the.companyId];
      return [key, table === undefined ? value : known.get(table)?.get(Number(value))];
    });
    mended[name] = Object.fromEntries(found);
  }
  for (const name of Object.keys(one.lateIds ?? {})) mended[name] = null;
  const here = (archivedId: unknown) =>
    archivedId !== null && archivedId === the.importer.archivedId ? the.importer.userId : null;
  for (const [name, policy] of Object.entries(one.people ?? {}))
    mended[name] = policy === 'importer' ? the.importer.userId : here(row[name]);
  for (const [name, put] of Object.entries(one.peopleWithin ?? {}))
    if (!isNothing(mended[name])) mended[name] = put(objectOf(mended[name]), here);
  for (const [name, context] of Object.entries(one.emptySecrets ?? {})) mended[name] = the.secrets.seal('', context);
  return one.putBack?.(mended) ?? mended;
}

async function insert(
  tx: Tx,
  { companyId }: PuttingBack,
  one: Archived,
  names: readonly string[],
  rows: Row[],
): Promise<void> {
  const given = names.filter((name) => rows.some((row) => row[name] !== undefined));
  const ownIds = hasOwnId(one) ? await takeIds(tx, companyId, one.table, rows) : undefined;
  const ready = rows.map((row, i) => ({ ...row, company_id: companyId, ...(ownIds ? { id: ownIds[i] } : {}) }));
  const list = sql.unsafe(['company_id', ...given].map((name) => `"${name}"`).join(', '));
  const table = sql.unsafe(one.table);
  await tx.run(
    sql`insert into ${table} (${list}) ${ownIds ? sql.unsafe('overriding system value') : sql.empty}
        select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(ready)}::jsonb)
        ${ownIds ? sql.empty : sql.unsafe('on conflict do nothing')}`,
  );
}

/** Who had them is not here yet, or works here already: the end of the import, and every invitation, looks. */
async function keepAssignees(tx: Tx, the: PuttingBack, batch: readonly Numbered[]): Promise<void> {
  const { people } = the.archive.manifest;
  const emails = new Map(people.map((one) => [one.id, one.email]));
  const ids = await idsIn(
    tx,
    the.companyId,
    'tickets',
    batch.map(({ row }) => row.id),
  );
  const kept = batch.flatMap(({ row }) => {
    const assigned = row.assignee_id === the.importer.archivedId ? null : row.assignee_id;
    const email = emails.get(Number(assigned));
    const ticketId = ids.get(Number(row.id));
    return email === undefined || ticketId === undefined ? [] : [{ ticketId, email }];
  });
  await keepArchivedAssignees(tx, the.companyId, kept);
}

async function takeIds(tx: Tx, companyId: number, table: string, rows: readonly Row[]): Promise<number[]> {
  const oldIds = rows.map((row) => row.id);
  const taken = await tx.rows<{ new_id: number }>(
    sql`insert into imported_ids (company_id, of_table, old_id, new_id)
        select ${companyId}, ${table}, old_id, nextval(pg_get_serial_sequence(${table}, 'id'))
          from unnest(${oldIds}::bigint[]) with ordinality as asked (old_id, place) order by place
        returning new_id, old_id`,
  );
  const byOld = await idsIn(tx, companyId, table, oldIds);
  if (taken.length !== byOld.size) throw new Error('ids were lost');
  return oldIds.map((id) => byOld.get(Number(id)) ?? 0);
}

/** Ids of rows that came later: null where there is none. */
async function fillIn(the: PuttingBack, one: Archived, batch: Numbered[]): Promise<void> {
  const columns = one.lateIds ?? {};
  const names = Object.keys(columns);
  const rows = batch.filter(({ row }) => names.some((name) => !isNothing(row[name])));
  if (rows.length === 0) return;
  await the.write(async (tx) => {
    const known = await knownIds(tx, the, { table: one.table, ids: { id: one.table, ...columns } }, rows);
    const filled = rows.flatMap(({ row }) => {
      const id = known.get(one.table)?.get(Number(row.id));
      const found = names.map((name) => [name, known.get(columns[name] ?? '')?.get(Number(row[name])) ?? null]);
      return id === undefined ? [] : [{ id, ...Object.fromEntries(found) }];
    });
    const table = sql.unsafe(one.table);
    const set = sql.unsafe(names.map((name) => `"${name}" = given."${name}"`).join(', '));
    await tx.run(
      sql`update ${table} t set ${set} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(filled)}::jsonb) given
          where t.company_id = ${the.companyId} and t.id = given.id`,
    );
  });
}

/** Puts the bytes of rows into files of this place; an attachment without its bytes is left out. */
async function fileBatch(the: PuttingBack, kind: 'attachment' | 'mail', batch: Numbered[]): Promise<Numbered[]> {
  const filed: Numbered[] = [];
  const { db, companyId } = the;
  const keys = kind === 'attachment' ? batch.map(() => uploadKey(companyId)) : [];
  await db.transaction({ companies: [companyId] }, async (tx) => {
    for (const key of keys) await noteStray(tx, companyId, key);
  });
  for (const [place, { row, line }] of batch.entries()) {
    const id = Number(row.id);
    const bytes = await the.archive.bytes(kind === 'mail' ? mailName(id) : attachmentName(id), fileBytesMax);
    if (kind === 'mail')
      filed.push({ line, row: { ...row, ...(bytes ? await keepMail(the, bytes, Number(row.size)) : {}) } });
    else if (bytes) filed.push({ line, row: { ...row, ...(await keepAttachment(the, keys[place] ?? '', bytes)) } });
  }
  return filed;
}

/** `size`: of the whole letter, where this is what it begins with. */
async function keepMail({ db, files, companyId }: PuttingBack, raw: Buffer, size: number): Promise<Row> {
  const hash = sha256(raw);
  // Named by its content, it may be another row's, too: it goes only if none names it.
  const noted = { company_id: companyId, file_key: keyOfRaw(companyId, hash), from_byte: null, bytes: null };
  await db.transaction({ companies: [companyId] }, (tx) => doomBytes(tx, [noted], { inMinutes: batchMinutes }));
  const [kept] = await keepRaws(files, companyId, [{ raw, hash }]);
  const isPacked = kept?.offset !== null && kept?.offset !== undefined;
  return {
    raw_key: kept?.key,
    raw_offset: kept?.offset,
    size: isPacked ? raw.byteLength : Math.max(size || 0, raw.byteLength),
    sha256: `\\x${hash.toString('hex')}`,
  };
}

async function keepAttachment({ files }: PuttingBack, key: string, bytes: Buffer): Promise<Row> {
  await files.put(key, bytes);
  return { file_key: key, size: bytes.byteLength, sha256: `\\x${sha256(bytes).toString('hex')}` };
}
