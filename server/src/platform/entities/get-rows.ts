import { type GetBody, rowsPerCallMax, totalCountedMax, wordsOf } from '#contract/entity.ts';
import type { Database, Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import { allFields, columnsSql } from './columns.ts';
import { checkConditions, checkSort, narrowCompanies, readable } from './conditions.ts';
import { type Caller, companiesFor, type EntityTable, pool, sourceFor } from './entity-table.ts';
import { type Asked, pageQuery, valueIn } from './page-query.ts';

/** A page as PostgreSQL wrote it: the rows are JSON text, passed on without being decoded. */
export type Page = { readonly rowsJson: string; readonly total: number; readonly totalIsCapped: boolean };

/**
 * Answers `{entity}/get`. Fields, operators and sorts are checked against the declaration; rows of companies in which the
 * caller may not read do not exist. At most 100 rows; `total` is exact up to 10,000.
 */
export async function getRows(db: Database, of: EntityTable, body: GetBody, caller: Caller): Promise<Page> {
  const asked = check(of, body, caller);
  if (asked.companies.length === 0) return { rowsJson: '[]', total: 0, totalIsCapped: false };
  const query = pageQuery(of, await withFew(db, of, asked));
  const row = await db.readValues<{ page: string; total: number }>(
    { companies: scopeOfPage(of, asked) },
    query,
    valueIn(asked),
  );
  const total = row?.total ?? 0;
  return {
    rowsJson: row?.page ?? '[]',
    total: Math.min(total, totalCountedMax),
    totalIsCapped: total > totalCountedMax,
  };
}

/**
 * The next rows behind an id, in the order of their ids, for work that goes through all of them: at most `limit`, and
 * nothing is counted.
 */
export async function getRowsAfter(
  db: Database,
  of: EntityTable,
  body: GetBody,
  caller: Caller,
  { id, limit }: { id: number; limit: number },
): Promise<Record<string, unknown>[]> {
  const conditions = [...(body.filter?.conditions ?? []), ['id', '>', id] as [string, string, unknown]];
  const asked = { ...check(of, { ...body, filter: { conditions }, sort: [['id', 'asc']] }, caller), from: 0, limit };
  if (asked.companies.length === 0) return [];
  const { page } = pageQuery(of, await withFew(db, of, asked));
  const row = await db.readValues<{ page: string }>({ companies: scopeOfPage(of, asked) }, { page }, valueIn(asked));
  return JSON.parse(row?.page ?? '[]') as Record<string, unknown>[];
}

/** Whoever sees few rows of very many has them named. */
async function withFew(db: Database, of: EntityTable, asked: Asked): Promise<Asked> {
  const { caller, companies } = asked;
  const few = caller.narrowed.size > 0 ? of.fewVisible?.(caller, companies) : undefined;
  if (!few) return asked;
  const [found] = await db.read<{ ids: number[] | null }>({ companies: scopeOfPage(of, asked) }, sql`${few}`);
  return { ...asked, seen: found?.ids ?? undefined };
}

/** What rows of one company show of the pool, such as who carries a number, is seen also where the pool itself is not asked. */
const scopeOfPage = (of: EntityTable, { companies }: Asked): readonly number[] =>
  of.hasPool && !companies.includes(pool) ? [...companies, pool] : companies;

/** Rows by id, all readable fields, in the order given, inside a transaction: what a write answers. */
export async function getRowsById(tx: Tx, of: EntityTable, ids: readonly number[], caller: Caller): Promise<string> {
  const fields = allFields(of);
  const row = await tx.row<{ page: string }>(
    sql`select coalesce(json_agg(r.row order by r.place), '[]')::text as page from (
          select array_position(${ids}::bigint[], t.id) as place, to_json(j) as row
          from ${sourceFor(of, fields, sql.unsafe(of.table))} cross join lateral (select ${columnsSql(of, fields, caller)}) j
          where t.id = any (${ids}::bigint[])) r`,
  );
  return row?.page ?? '[]';
}

function check(of: EntityTable, body: GetBody, caller: Caller): Asked {
  for (const [i, name] of (body.fields ?? []).entries()) readable(of.entity, name, `fields[${i}]`);
  const conditions = checkConditions(of.entity, body.filter?.conditions ?? []);
  const order = checkSort(of.entity, body.sort);
  const words = wordsOf(body.search ?? '');
  if (words.length > 0 && of.entity.searched.length === 0) throw new Problem('unknown_field', { field: 'search' });
  const [from, to] = body.range ?? [0, rowsPerCallMax];
  return {
    fields: body.fields ? [...new Set(body.fields)] : allFields(of),
    conditions,
    words,
    order,
    from,
    limit: Math.max(0, Math.min(to - from, rowsPerCallMax)),
    companies: narrowCompanies(of, companiesFor(of, 'get', caller), conditions),
    caller,
  };
}
