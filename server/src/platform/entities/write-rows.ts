import type { z } from 'zod';
import { type Action, createSchema, type Entity, rowsPerWriteMax, updateSchema } from '#contract/entity.ts';
import { codeOf, type Database, type Tx } from '../database.ts';
import { type Happening, recordEvents } from '../events.ts';
import { parse } from '../parse.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import { checkConditions, conditionsSql, narrowCompanies } from './conditions.ts';
import {
  type Caller,
  type Change,
  companiesFor,
  type EntityTable,
  privilegeOf,
  sourceFor,
  tenantColumnOf,
  visibleSql,
} from './entity-table.ts';
import { getRowsById } from './get-rows.ts';
import { requireReferences } from './references.ts';

type Filter = { conditions: readonly (readonly [string, string, unknown])[] };
type Written = { readonly rowsJson: string; readonly ids: readonly number[] };

/** Answers `{entity}/create`: all rows or none. */
export async function createRows(db: Database, of: EntityTable, data: unknown, caller: Caller): Promise<Written> {
  if (!Array.isArray(data)) throw new Problem('invalid_value', { field: 'data' });
  if (data.length === 0 || data.length > rowsPerWriteMax) throw new Problem('invalid_value', { field: 'data' });
  const rows = data.map((row, i) => parseRow(of.entity, createSchema(of.entity), row, `data[${i}]`));

  return db.transaction({ companies: caller.companies }, async (tx) => {
    const written: { id: number; companyId: number }[] = [];
    for (const [i, given] of rows.entries()) {
      const companyId = Number(given.company_id);
      if (!caller.companies.includes(companyId)) throw new Problem('not_found', { field: `data[${i}].company_id` });
      if (!caller.may(companyId, privilegeOf(of, 'create'))) throw new Problem('forbidden');
      await requireReferences(tx, of.entity, companyId, given, `data[${i}]`);
      const row = (await of.prepare?.(tx, given, caller)) ?? given;
      const id = await insertRow(tx, of, row, `data[${i}]`);
      const change: Change = { action: 'create', rows: [{ id, companyId }], values: row, at: `data[${i}]`, caller };
      await of.check?.(tx, change);
      await of.follow?.(tx, change);
      written.push({ id, companyId });
      await recordEvents(tx, [happening(of, 'created', { id, companyId }, caller, { after: shown(of.entity, row) })]);
    }
    const ids = written.map((one) => one.id);
    return { rowsJson: await getRowsById(tx, of, ids, caller), ids };
  });
}

/** Answers `{entity}/update`: the same change to every row the filter finds. */
export async function updateRows(
  db: Database,
  of: EntityTable,
  body: { data: unknown; filter: Filter | undefined },
  caller: Caller,
): Promise<Written> {
  const values = parseRow(of.entity, updateSchema(of.entity), body.data, 'data');
  if (Object.keys(values).length === 0) throw new Problem('required', { field: 'data' });

  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await lockRows(tx, of, body.filter, 'update', caller);
    for (const companyId of new Set(rows.map((row) => row.companyId)))
      await requireReferences(tx, of.entity, companyId, values, 'data');
    const change: Change = { action: 'update', rows, values, at: 'data', caller };
    await of.check?.(tx, change);
    const before = await snapshot(tx, of, rows, Object.keys(values));
    await changeRows(
      tx,
      of,
      rows.map((row) => row.id),
      values,
    );
    await of.follow?.(tx, change);
    await recordEvents(
      tx,
      rows.map((row) =>
        happening(of, 'updated', row, caller, { before: before.get(row.id) ?? {}, after: shown(of.entity, values) }),
      ),
    );
    const ids = rows.map((row) => row.id);
    return { rowsJson: await getRowsById(tx, of, ids, caller), ids };
  });
}

/** Answers `{entity}/delete` and `/restore`: rows are marked, never removed. */
export async function markRows(
  db: Database,
  of: EntityTable,
  action: 'delete' | 'restore',
  filter: Filter | undefined,
  caller: Caller,
): Promise<Written> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await lockRows(tx, of, filter, action, caller);
    const change: Change = { action, rows, values: { is_deleted: action === 'delete' ? 1 : 0 }, at: 'filter', caller };
    await of.check?.(tx, change);
    const ids = rows.map((row) => row.id);
    await tx.run(
      sql`update ${sql.unsafe(of.table)} set is_deleted = ${change.values.is_deleted}, updated = now() where id = any (${ids}::bigint[])`,
    );
    await of.follow?.(tx, change);
    await recordEvents(
      tx,
      rows.map((row) => happening(of, action === 'delete' ? 'deleted' : 'restored', row, caller)),
    );
    return { rowsJson: JSON.stringify(ids.map((id) => ({ id }))), ids };
  });
}

function parseRow(of: Entity, schema: z.ZodObject, row: unknown, at: string): Record<string, unknown> {
  const read = parse(schema, row, at);
  for (const [name, value] of Object.entries(read)) {
    if (of.fields[name]?.kind === 'json' && !isStorableJson(value))
      throw new Problem('invalid_value', { field: `${at}.${name}` });
  }
  return read;
}

/** PostgreSQL's jsonb holds neither NUL nor half a surrogate pair: exactly what JSON.stringify writes as these escapes. */
const isStorableJson = (value: unknown): boolean =>
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value) ?? '');

/** The rows a filter finds, locked in the order of their ids so that two writers never wait for each other in a circle. */
async function lockRows(
  tx: Tx,
  of: EntityTable,
  filter: Filter | undefined,
  action: Exclude<Action, 'get' | 'create'>,
  caller: Caller,
) {
  if (!filter || filter.conditions.length === 0) throw new Problem('filter_required', { field: 'filter' });
  const conditions = checkConditions(of.entity, filter.conditions);
  const seen = narrowCompanies(of, companiesFor(of, 'get', caller), conditions);
  const tenant = tenantColumnOf(of);
  const fixed = sql.join(
    Object.entries(of.fixed ?? {}).map(([column, value]) => sql.unsafe(` and t.${column} = '${value}'`)),
    '',
  );
  const visible = visibleSql(of, caller, seen);
  const rows = await tx.rows<{ id: number; company_id: number }>(
    sql`select t.id, ${sql.unsafe(`t.${tenant}`)} as company_id from ${sourceFor(
      of,
      conditions.map((one) => one.name),
      sql.unsafe(of.table),
    )}
        where ${sql.unsafe(`t.${tenant}`)} = any (${seen}::bigint[])${fixed}${visible}${conditionsSql(of, conditions, caller)}
        order by t.id limit ${rowsPerWriteMax + 1} for update of t`,
  );
  if (rows.length === 0) throw new Problem('not_found', { field: 'filter' });
  if (rows.length > rowsPerWriteMax)
    throw new Problem('too_long', { field: 'filter', values: { max: rowsPerWriteMax } });
  if (rows.some((row) => !caller.may(row.company_id, privilegeOf(of, action)))) throw new Problem('forbidden');
  return rows.map((row) => ({ id: row.id, companyId: row.company_id }));
}

async function insertRow(tx: Tx, of: EntityTable, row: Record<string, unknown>, at: string): Promise<number> {
  const { base, part } = split(of, row);
  const fixed = Object.entries(of.fixed ?? {});
  const columns = [...Object.keys(base).map((name) => columnOf(of, name)), ...fixed.map(([column]) => column)];
  const values = [
    ...Object.entries(base).map(([name, value]) => stored(of, name, value)),
    ...fixed.map(([, value]) => value),
  ];
  try {
    const inserted = await tx.row<{ id: number }>(
      sql`insert into ${sql.unsafe(of.table)} (${names(columns)}) values (${sql.join(values.map((value) => sql`${value}`))}) returning id`,
    );
    if (!inserted) throw new Error('insert answered no row');
    if (of.part) {
      const all = { id: inserted.id, company_id: row.company_id, ...part };
      await tx.run(
        sql`insert into ${sql.unsafe(of.part.table)} (${names(Object.keys(all).map((name) => columnOf(of, name)))}) values (${sql.join(Object.entries(all).map(([name, value]) => sql`${stored(of, name, value)}`))})`,
      );
    }
    return inserted.id;
  } catch (error) {
    throw asProblem(of, error, at);
  }
}

async function changeRows(tx: Tx, of: EntityTable, ids: readonly number[], values: Record<string, unknown>) {
  const { base, part } = split(of, values);
  const assign = (all: Record<string, unknown>) =>
    Object.entries(all).map(([name, value]) => sql`${names([columnOf(of, name)])} = ${stored(of, name, value)}`);
  try {
    await tx.run(
      sql`update ${sql.unsafe(of.table)} set ${sql.join([...assign(base), sql.unsafe('updated = now()')])} where id = any (${ids}::bigint[])`,
    );
    if (of.part && Object.keys(part).length > 0) {
      await tx.run(
        sql`update ${sql.unsafe(of.part.table)} set ${sql.join(assign(part))} where id = any (${ids}::bigint[])`,
      );
    }
  } catch (error) {
    throw asProblem(of, error, 'data');
  }
}

const columnOf = (of: EntityTable, name: string): string => of.storedAs?.[name] ?? name;

/** Column names come from declarations of ours: a key that is no plain name never reaches SQL. */
function names(columns: readonly string[]) {
  if (!columns.every((name) => /^[a-z_][a-z0-9_]*$/.test(name))) throw new TypeError('not a column name');
  return sql.unsafe(columns.join(', '));
}

function split(of: EntityTable, row: Record<string, unknown>) {
  const isPart = (name: string) => of.part?.fields.includes(name) ?? false;
  const given = Object.entries(row).filter(([name, value]) => value !== undefined && !of.notStored?.includes(name));
  return {
    base: Object.fromEntries(given.filter(([name]) => !isPart(name))),
    part: Object.fromEntries(given.filter(([name]) => isPart(name))),
  };
}

function stored(of: EntityTable, name: string, value: unknown): unknown {
  const store = of.store?.[name];
  if (store) return store(value as never); // each entry takes the type its own field parses to
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** What the log may show of a row: never a secret. */
const shown = (of: Entity, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, of.fields[name]?.readable === false ? '***' : value]),
  );

async function snapshot(
  tx: Tx,
  of: EntityTable,
  rows: Change['rows'],
  fields: readonly string[],
): Promise<Map<number, Record<string, unknown>>> {
  const open = fields.filter((name) => of.entity.fields[name]?.readable);
  const found = JSON.parse(
    await getRowsById(
      tx,
      of,
      rows.map((row) => row.id),
      { userId: 0, companies: [], narrowed: new Map(), may: () => false },
    ),
  ) as { id: number; [name: string]: unknown }[];
  return new Map(found.map((row) => [row.id, Object.fromEntries(open.map((name) => [name, row[name]]))]));
}

function happening(
  of: EntityTable,
  action: Happening['action'],
  row: { id: number; companyId: number },
  caller: Caller,
  detail?: Record<string, unknown>,
): Happening {
  return {
    companyId: row.companyId,
    entity: of.entity.name,
    action,
    entityId: row.id,
    ticketId: of.entity.name === 'tickets' ? row.id : null,
    actor: { kind: 'user', id: caller.userId },
    ...(detail ? { detail } : {}),
  };
}

/** What PostgreSQL refuses although our own checks let it through, as a problem of the field it speaks of. */
export function asProblem(of: EntityTable, error: unknown, at: string): unknown {
  const constraint =
    typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : '';
  const code = codeOf(error);
  if (code === '23505')
    return new Problem('not_unique', { field: `${at}.${of.unique?.[constraint] ?? 'id'}`, cause: error });
  if (code === '23503') return new Problem('not_found', { field: at, cause: error });
  if (code === '23514') return new Problem('invalid_value', { field: placeOfCheck(of, constraint, at), cause: error });
  // data_exception: a value that has no place in its column's type.
  if (code.startsWith('22')) return new Problem('invalid_value', { field: at, cause: error });
  return error;
}

/** PostgreSQL names a column's check `table_column_check`. */
function placeOfCheck(of: EntityTable, constraint: string, at: string): string {
  const name = Object.keys(of.entity.fields).find((field) => constraint.endsWith(`_${field}_check`));
  return name === undefined ? at : `${at}.${name}`;
}
