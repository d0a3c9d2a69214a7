import { Readable } from 'node:stream';
import { largestLogo } from '#domain/companies/index.ts';
import { type RawPlace, readRaw } from '#domain/inbound-mails/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { streamZip, unlessGone, type ZipEntries } from '#platform/stream-zip.ts';
import {
  type ArchivedPerson,
  attachmentName,
  formatVersion,
  logoName,
  type Manifest,
  mailName,
  manifestName,
  missingFiles,
  missingNamesMax,
  rowsName,
} from './archive-manifest.ts';
import { type Archived, archived, type Row } from './archive-plan.ts';
import { columnsOf, keyOf } from './archive-tables.ts';

const rowsPerRead = 500;

type Writing = {
  db: Database;
  files: Files;
  companyId: number;
  /** Called after each stretch of work; throws to end it. */
  onProgress: (done: number, total: number) => Promise<void>;
  /** A row names a file that is not in the store. */
  onMissing?: () => void;
};

/**
 * A company as a ZIP file: rows as JSON lines, one file per table; mails and attachments as they came; the manifest last.
 * Passwords, tokens and keys stay out. Memory does not grow with the company, but for the names of its files.
 *
 * Rows that come while it is written are left out, but for what an older one refers to by now; what refers to others is
 * written before them. So whatever a row in the archive refers to is there as well, unless it was purged meanwhile. One
 * snapshot of all would hold a transaction open for as long as the file grows.
 */
export function writeArchive(the: Writing): Readable {
  return streamZip((zip) => fill(zip, the));
}

async function fill(zip: ZipEntries, the: Writing): Promise<void> {
  const { db, companyId } = the;
  const { columns, bounds, total } = await look(the);
  const counts: Record<string, number> = {};
  const missing: string[] = [];
  let done = 0;

  for (const one of archived.toReversed()) {
    const names = (columns.get(one.table) ?? []).filter((name) => !one.leftOut?.includes(name));
    let written = 0;
    async function* lines() {
      for await (const rows of pagesOf(db, one, { companyId, names, bounds })) {
        for (const row of rows) letIn(bounds, one, row);
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
        written += rows.length;
        done += rows.length;
        await the.onProgress(done, total);
      }
    }
    await zip.add(rowsName(one.table), Readable.from(lines()), true);
    counts[one.table] = written;
  }
  for (const one of archived) {
    if (!one.file) continue;
    let written = 0;
    for await (const places of placesOf(db, one.file, { companyId, within: withinBound(bounds, one.table) })) {
      for (const place of places) {
        const bytes = await readFile(the.files, place);
        if (bytes) await zip.add(place.name, Readable.from([bytes]), place.isPacked);
        else {
          the.onMissing?.();
          counts[missingFiles] = (counts[missingFiles] ?? 0) + 1;
          if (missing.length < missingNamesMax) missing.push(place.name);
        }
        written++;
      }
      done += places.length;
      await the.onProgress(done, total);
    }
    counts[`${one.file}_files`] = written;
  }
  const logo = await readLogoOf(the);
  if (logo) await zip.add(logoName, Readable.from([logo]), false);
  const manifest = await db.transaction({ companies: [companyId] }, async (tx): Promise<Manifest> => {
    const company = await tx.row<Manifest['company']>(
      sql`select company_name, case_prefix, url, push_preview, last_ticket_number,
            restrict_remote_access, ips_list, subnets from companies where id = ${companyId}`,
    );
    if (!company) throw new Error('the company is gone');
    const people = await tx.rows<ArchivedPerson>(
      sql`select u.id, u.name, u.email, r.name as role, r.level, r.scope,
            coalesce((select json_agg(t.name order by t.name) from team_members m join teams t on t.company_id = m.company_id and t.id = m.team_id
              where m.company_id = r.company_id and m.user_id = u.id and t.is_deleted = 0), '[]') as teams
          from roles r join users u on u.id = r.user_id where r.company_id = ${companyId} and r.is_deleted = 0 order by u.id`,
    );
    const made_at = new Date().toISOString();
    return { format: 'parley-company', version: formatVersion, made_at, company, people, counts, missing };
  });
  await zip.addText(manifestName, JSON.stringify(manifest, null, 2));
}

/** What there is at this moment: the columns, where the tables end, and how much it is. */
async function look({ db, companyId }: Writing) {
  return db.transaction({ companies: [companyId] }, async (tx) => {
    const columns = await columnsOf(tx);
    const asked = archived.map(
      (one) =>
        sql`select ${one.table}::text as table, count(*)::int as n, ${one.key ? sql`null::bigint` : sql`max(id)`} as last from ${sql.unsafe(one.table)} where company_id = ${companyId}${onlyOf(one)}`,
    );
    const found = await tx.rows<{ table: string; n: number; last: number | null }>(sql.join(asked, ' union all '));
    const bounds: Bounds = new Map(found.map(({ table, last }) => [table, { last: last ?? 0, later: new Set() }]));
    const rowsOf = (table: string) => found.find((one) => one.table === table)?.n ?? 0;
    const total = archived.reduce((sum, { table, file }) => sum + rowsOf(table) * (file ? 2 : 1), 0);
    return { columns, bounds, total };
  });
}

const onlyOf = ({ only }: Archived): Sql => (only ? sql` and ${sql.unsafe(only)}` : sql.empty);

/** The last row of each table when it was begun, and later ones that an older row refers to by now. */
type Bounds = ReadonlyMap<string, { readonly last: number; readonly later: Set<unknown> }>;

/** What this row refers to is written after it, so it can still come along. */
function letIn(bounds: Bounds, { key, ids = {} }: Archived, row: Row): void {
  if (key) return;
  for (const [name, table] of Object.entries(ids)) {
    const to = bounds.get(table);
    if (to && Number(row[name]) > to.last) to.later.add(row[name]);
  }
}

const withinBound = (bounds: Bounds, table: string, column = 'id'): Sql => {
  const { last, later } = bounds.get(table) ?? { last: 0, later: [] };
  return sql`(${sql.unsafe(`"${column}"`)} <= ${last} or ${sql.unsafe(`"${column}"`)} = any (${[...later]}::bigint[]))`;
};

/** Rows without an id of their own are as old as what they refer to. */
function notLater(bounds: Bounds, { table, key, ids = {} }: Archived): Sql {
  if (!key) return withinBound(bounds, table);
  const each = Object.entries(ids).map(
    ([name, to]) => sql`(${sql.unsafe(`"${name}"`)} is null or ${withinBound(bounds, to, name)})`,
  );
  return each.length === 0 ? sql`true` : sql.join(each, ' and ');
}

type Part = { companyId: number; names: readonly string[]; bounds: Bounds };

async function* pagesOf(db: Database, one: Archived, { companyId, names, bounds }: Part): AsyncGenerator<Row[]> {
  const key = keyOf(one);
  const list = sql.join([...new Set([...key, ...names])].map((name) => sql.unsafe(`"${name}"`)));
  const order = sql.unsafe(key.map((name) => `"${name}"`).join(', '));
  let after: Sql = sql.empty;
  for (;;) {
    const page = await db.read<{ row: Row }>(
      { companies: [companyId] },
      sql`select to_jsonb(page) as row from (select ${list} from ${sql.unsafe(one.table)}
          where company_id = ${companyId} and ${notLater(bounds, one)}${onlyOf(one)}${after} order by ${order} limit ${rowsPerRead}) page`,
    );
    const last = page.at(-1)?.row;
    if (!last) return;
    yield page.map(({ row }) => without(row, 'company_id'));
    const values = sql.join(key.map((name) => sql`${last[name]}`));
    after = sql` and (${order}) > (${values})`;
  }
}

function without(row: Row, name: string): Row {
  const { [name]: _, ...rest } = row;
  return rest;
}

type Place = { id: number; name: string; isPacked: boolean; key: string; raw: RawPlace | null };

async function* placesOf(
  db: Database,
  kind: 'attachment' | 'mail',
  { companyId, within }: { companyId: number; within: Sql },
): AsyncGenerator<Place[]> {
  let after = 0;
  for (;;) {
    const among = sql`company_id = ${companyId} and id > ${after} and ${within} order by id limit ${rowsPerRead}`;
    const page =
      kind === 'mail'
        ? (
            await db.read<RawPlace & { id: number }>(
              { companies: [companyId] },
              sql`select id, raw_key, raw_offset, size from inbound_mails where raw_key is not null and ${among}`,
            )
          ).map((raw) => ({ id: raw.id, name: mailName(raw.id), isPacked: true, key: raw.raw_key, raw }))
        : (
            await db.read<{ id: number; file_key: string; content_type: string }>(
              { companies: [companyId] },
              sql`select id, file_key, content_type from attachments where (message_id is not null or template_id is not null) and ${among}`,
            )
          ).map(({ id, file_key, content_type }) => ({
            ...{ id, name: attachmentName(id), key: file_key, raw: null },
            isPacked: /^text\/|json|xml/.test(content_type),
          }));
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.id ?? after;
  }
}

const readFile = (files: Files, { raw, key }: Place): Promise<Buffer | undefined> =>
  unlessGone(raw ? readRaw(files, raw) : files.get(key));

async function readLogoOf({ db, files, companyId }: Writing): Promise<Buffer | undefined> {
  const [row] = await db.read<{ logo: string | null }>(
    { companies: [companyId] },
    sql`select logo from companies where id = ${companyId}`,
  );
  return row?.logo ? unlessGone(largestLogo(files, row.logo)) : undefined;
}
