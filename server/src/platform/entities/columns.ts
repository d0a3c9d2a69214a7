import { type Sql, sql } from '../sql.ts';
import { type Caller, type EntityTable, expressionOf } from './entity-table.ts';

const fieldNames = new WeakMap<EntityTable, readonly string[]>();

/** Every field that may be read at all. */
export function allFields(of: EntityTable): readonly string[] {
  const known = fieldNames.get(of) ?? Object.keys(of.entity.fields).filter((name) => of.entity.fields[name]?.readable);
  fieldNames.set(of, known);
  return known;
}

/** Column lists come again with almost every request; only those that depend on the person are made anew. */
const columnLists = new WeakMap<EntityTable, Map<string, Sql>>();
const columnListsMax = 100;

export function columnsSql(of: EntityTable, fields: readonly string[], caller: Caller): Sql {
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
