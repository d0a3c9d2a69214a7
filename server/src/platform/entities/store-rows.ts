import { codeOf, type Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { sql } from '../sql.ts';
import type { EntityTable } from './entity-table.ts';
import { storeLinks } from './links.ts';
import type { LockedRow } from './lock-rows.ts';

/** Writes a new row with its part and its links; answers its id. */
export async function insertRow(tx: Tx, of: EntityTable, row: Record<string, unknown>, at: string): Promise<number> {
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
    await storeLinks(tx, of, [{ id: inserted.id, companyId: Number(row.company_id) }], row);
    return inserted.id;
  } catch (error) {
    throw asProblem(of, error, at);
  }
}

/** The same change to all these rows. */
export async function changeRows(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  values: Record<string, unknown>,
): Promise<void> {
  const ids = rows.map((row) => row.id);
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
    await storeLinks(tx, of, rows, values);
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
  const given = Object.entries(row).filter(
    ([name, value]) => value !== undefined && !of.notStored?.includes(name) && !of.links?.[name],
  );
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

/** What PostgreSQL refuses although our own checks let it through, as a problem of the field it speaks of. */
export function asProblem(of: EntityTable, error: unknown, at: string): unknown {
  const constraint =
    typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : '';
  const code = codeOf(error);
  if (code === '23505') {
    const unique = of.unique?.[constraint] ?? 'id';
    const { field, key } = typeof unique === 'string' ? { field: unique, key: 'not_unique' as const } : unique;
    return new Problem(key, { field: `${at}.${field}`, cause: error });
  }
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
