import { type GetBody, rowsPerCallMax, totalCountedMax, wordsOf } from '#contract/entity.ts';
import type { Database, Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import {
  checkConditions,
  checkSort,
  conditionsSql,
  narrowCompanies,
  type Order,
  orderSql,
  readable,
  searchSql,
} from './conditions.ts';
import {
  type Caller,
  companiesFor,
  type EntityTable,
  expressionOf,
  sourceFor,
  tenantColumnOf,
  visibleSql,
} from './entity-table.ts';

/** A page as PostgreSQL wrote it: the rows are JSON text, passed on without being decoded. */
export type Page = { readonly rowsJson: string; readonly total: number; readonly totalIsCapped: boolean };

/**
 * Answers `{entity}/get`. Fields, operators and sorts are checked against the declaration; rows of companies in which the
 * caller may not read do not exist. At most 100 rows; `total` is exact up to 10,000.
 */
export async function getRows(db: Database, of: EntityTable, body: GetBody, caller: Caller): Promise<Page> {
  const { page, total: counted, companies } = pageQueries(of, body, caller);
  if (companies.length === 0) return { rowsJson: '[]', total: 0, totalIsCapped: false };
  const row = await db.readValues<{ page: string; total: number }>(companies, { page, total: counted });
  const total = row?.total ?? 0;
  return {
    rowsJson: row?.page ?? '[]',
    total: Math.min(total, totalCountedMax),
    totalIsCapped: total > totalCountedMax,
  };
}

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

function pageQueries(of: EntityTable, body: GetBody, caller: Caller): { page: Sql; total: Sql; companies: number[] } {
  for (const [i, name] of (body.fields ?? []).entries()) readable(of.entity, name, `fields[${i}]`);
  const fields = body.fields ? [...new Set(body.fields)] : allFields(of);
  const conditions = checkConditions(
    of.entity,
    (body.filter?.conditions ?? []).map(([f, o, v]) => [f, o, v] as const),
  );
  const order = checkSort(of.entity, body.sort);
  const [from, to] = body.range ?? [0, rowsPerCallMax];
  const limit = Math.max(0, Math.min(to - from, rowsPerCallMax));

  const companies = narrowCompanies(of, companiesFor(of, 'get', caller), conditions);
  const tenant = sql.unsafe(`t.${tenantColumnOf(of)}`);
  const words = wordsOf(body.search ?? '');
  if (words.length > 0 && of.entity.searched.length === 0) throw new Problem('unknown_field', { field: 'search' });
  const searched = words.length > 0 && !of.searchColumn ? of.entity.searched : [];
  const touched = [...conditions.map((one) => one.name), ...order.map((one) => one.name), ...searched];
  const source = sourceFor(of, touched, sql.unsafe(of.table));
  const narrowed = sql`${fixedSql(of)}${visibleSql(of, caller, companies)}${conditionsSql(of, conditions, caller)}${searchSql(of, words, caller)}`;

  // One company walks its index in order. Several each walk their own, as far as the page can reach, and are merged.
  const walk = (company: Sql, upTo: number, skip: number) =>
    sql`select t.* from ${source} where ${tenant} = ${company}${narrowed} order by ${orderSql(of, order, caller)} limit ${upTo} offset ${skip}`;
  const page =
    companies.length === 1
      ? walk(sql`${companies[0]}`, limit, from)
      : sql`select t.* from unnest(${companies}::bigint[]) scope (company) cross join lateral (${walk(sql.unsafe('scope.company'), from + limit, 0)}) ${sourceAlias(of, order)} order by ${orderSql(of, order, caller)} limit ${limit} offset ${from}`;
  const counted = sql`select 1 from ${source} where ${tenant} = any (${companies}::bigint[])${narrowed} limit ${totalCountedMax + 1}`;

  const columns = columnsSql(of, fields, caller);
  return {
    page: sql`select coalesce(json_agg(r), '[]')::text from (select ${columns} from ${sourceFor(of, [...fields, ...order.map((one) => one.name)], sql`(${page})`)} order by ${orderSql(of, order, caller)}) r`,
    total: sql`select count(*)::int from (${counted}) n`,
    companies,
  };
}

/** The merged rows are called `t` again; a sort by a joined column needs its join once more. */
function sourceAlias(of: EntityTable, order: readonly Order[]): Sql {
  const whole = sourceFor(
    of,
    order.map((one) => one.name),
    sql.empty,
  );
  return whole;
}

const allFields = (of: EntityTable) => Object.keys(of.entity.fields).filter((name) => of.entity.fields[name]?.readable);

function fixedSql(of: EntityTable): Sql {
  const all = Object.entries(of.fixed ?? {}).map(([column, value]) => sql.unsafe(` and t.${column} = '${value}'`));
  return sql.join(all, '');
}

/** Column lists come again with almost every request; only those that depend on the person are made anew. */
const columnLists = new WeakMap<EntityTable, Map<string, Sql>>();
const columnListsMax = 100;

function columnsSql(of: EntityTable, fields: readonly string[], caller: Caller): Sql {
  if (fields.some((name) => of.personal?.[name])) return listColumns(of, fields, caller);
  const known = columnLists.get(of) ?? new Map<string, Sql>();
  columnLists.set(of, known);
  const key = fields.join(',');
  const columns = known.get(key) ?? listColumns(of, fields, caller);
  if (known.size < columnListsMax) known.set(key, columns);
  return columns;
}

/** `expression as "name", …`; dotted fields are gathered into one object per head. */
function listColumns(of: EntityTable, fields: readonly string[], caller: Caller): Sql {
  const plain = fields.filter((name) => !name.includes('.'));
  const heads = new Map<string, string[]>();
  for (const name of fields.filter((one) => one.includes('.'))) {
    const head = name.slice(0, name.indexOf('.'));
    heads.set(head, [...(heads.get(head) ?? []), name]);
  }
  return sql.join([
    ...plain.map((name) => sql`${wireSql(of, name, caller)} as ${sql.unsafe(`"${name}"`)}`),
    ...[...heads].map(
      ([head, names]) =>
        sql`json_build_object(${sql.join(names.map((name) => sql`${sql.unsafe(`'${name.slice(head.length + 1)}'`)}, ${wireSql(of, name, caller)}`))}) as ${sql.unsafe(`"${head}"`)}`,
    ),
  ]);
}

function wireSql(of: EntityTable, name: string, caller: Caller): Sql {
  const expression = expressionOf(of, name, caller);
  return of.entity.fields[name]?.kind === 'time'
    ? sql`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`
    : expression;
}
