import {
  type Condition,
  type Entity,
  type Field,
  type FieldKind,
  type GetBody,
  inValuesMax,
  type Operator,
} from '#contract/entity.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import { type Caller, type EntityTable, expressionOf, tenantColumnOf } from './entity-table.ts';

export type Checked = {
  readonly name: string;
  readonly field: Field;
  readonly operator: Operator;
  readonly value: unknown;
};

/** Parses conditions by the declaration. Whatever it does not know is a Problem that names the place. */
export function checkConditions(of: Entity, conditions: readonly Condition[]): Checked[] {
  return conditions.map(([name, operator, value], i) => {
    const at = `filter.conditions[${i}]`;
    const field = readable(of, name, `${at}[0]`);
    if (!field.filter.includes(operator as Operator)) throw new Problem('unknown_operator', { field: `${at}[1]` });
    return {
      name,
      field,
      operator: operator as Operator,
      value: checkValue(field, operator as Operator, value, `${at}[2]`),
    };
  });
}

/** The declared field, if the caller may read it at all: a secret looks like one that does not exist. */
export function readable(of: Entity, name: string, at: string): Field {
  const field = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined;
  if (!field?.readable) throw new Problem('unknown_field', { field: at });
  return field;
}

function checkValue(field: Field, operator: Operator, value: unknown, at: string): unknown {
  const wrong = () => new Problem('invalid_value', { field: at });
  if (operator === 'in') {
    if (!Array.isArray(value) || value.length > inValuesMax) throw wrong();
    return value.map((one, i) => scalar(field.kind, one, `${at}[${i}]`));
  }
  if (value === null) {
    if (!field.nullable || (operator !== '=' && operator !== '!=')) throw wrong();
    return null;
  }
  return scalar(field.kind, value, at);
}

function scalar(kind: FieldKind, value: unknown, at: string): unknown {
  const wrong = () => new Problem('invalid_value', { field: at });
  switch (kind) {
    case 'id':
    case 'ids':
    case 'integer': {
      const limit = kind !== 'integer' ? Number.MAX_SAFE_INTEGER : 2147483647;
      if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > limit) throw wrong();
      return value;
    }
    case 'flag':
      if (value !== 0 && value !== 1) throw wrong();
      return value;
    case 'time':
      if (typeof value !== 'string' || !isTime(value)) throw wrong();
      return `${value}Z`;
    case 'text':
      if (typeof value !== 'string' || value.length > 1000 || value.includes('\0') || !value.isWellFormed())
        throw wrong();
      return value;
    case 'json':
      throw wrong();
    default:
      return kind satisfies never;
  }
}

/** A moment that exists: JavaScript rolls February 30 over into March, PostgreSQL knows neither it nor a year 0. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const moment = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.replace(' ', 'T'));
}

/**
 * What a value is compared as. Said aloud, because PostgreSQL would otherwise take the column's own type, and what is an
 * integer or a text to a caller may be a smallint or a uuid there, into which not every value goes.
 */
const types: Record<FieldKind, string> = {
  id: 'bigint',
  ids: 'bigint',
  integer: 'int',
  flag: 'smallint',
  time: 'timestamptz',
  text: 'text',
  json: 'text',
};

/** `and`-ed conditions, empty when there are none. */
export function conditionsSql(of: EntityTable, conditions: readonly Checked[], caller: Caller): Sql {
  const all = conditions.map(({ name, field, operator, value }) => {
    if (field.kind === 'ids') return amongSql(of, name, operator, value);
    const type = sql.unsafe(types[field.kind]);
    const bare = expressionOf(of, name, caller);
    const left = field.kind === 'text' ? sql`(${bare})::text` : bare;
    if (operator === 'in') return sql`${left} = any (${value}::${type}[])`;
    if (value === null) return sql`${left} is ${sql.unsafe(operator === '=' ? 'null' : 'not null')}`;
    // Flags are written out, so that PostgreSQL can match them with the indexes that hold only such rows.
    if (field.kind === 'flag') return sql`${left} ${sql.unsafe(operator)} ${sql.unsafe(String(value))}`;
    if (operator === '!=' && field.nullable) return sql`${left} is distinct from ${value}::${type}`;
    return sql`${left} ${sql.unsafe(operator)} ${value}::${type}`;
  });
  return all.length === 0 ? sql.empty : sql` and ${sql.join(all, ' and ')}`;
}

/** `and …` for every word that must occur; empty without words, and for an entity that is not searched. */
export function searchSql(of: EntityTable, words: readonly string[], caller: Caller): Sql {
  const { searched } = of.entity;
  if (searched.length === 0 || words.length === 0) return sql.empty;
  const text = of.searchColumn
    ? sql.unsafe(`t.${of.searchColumn}`)
    : sql`lower(concat_ws(' ', ${sql.join(searched.map((name) => expressionOf(of, name, caller)))}))`;
  return sql.join(
    words.map((word) => sql` and strpos(${text}, lower(${word}::text)) > 0`),
    '',
  );
}

function amongSql(of: EntityTable, name: string, operator: Operator, value: unknown): Sql {
  const among = of.among?.[name];
  if (!among) throw new Error(`${of.entity.name}.${name} is not said to be found`);
  const found = among(operator === 'in' ? sql`${value}::bigint[]` : sql`array[${value}::bigint]`);
  return operator === '!=' ? sql`not ${found}` : found;
}

/** Narrows the companies by what the filter says of the tenant, so that one company is asked as one. */
export function narrowCompanies(
  of: EntityTable,
  companies: readonly number[],
  conditions: readonly Checked[],
): number[] {
  return conditions
    .filter((one) => isNarrowing(of, one))
    .reduce<number[]>(
      (left, one) =>
        left.filter((id) => (one.operator === 'in' ? (one.value as number[]).includes(id) : one.value === id)), // checked by kind `id`
      [...companies],
    );
}

/** Says which companies are meant: once they are chosen by it, nothing of it is left to ask. */
export const isNarrowing = (of: EntityTable, { name, operator }: Checked): boolean =>
  name === tenantColumnOf(of) && (operator === '=' || operator === 'in');

export type Order = { readonly name: string; readonly direction: 'asc' | 'desc' };

/** The sort asked for, ending in the id so that no two rows are equal and pages never overlap. */
export function checkSort(of: Entity, sort: GetBody['sort']): Order[] {
  const asked = (sort ?? []).map(([name, direction], i) => {
    const field = readable(of, name, `sort[${i}][0]`);
    if (!field.sort) throw new Problem('invalid_value', { field: `sort[${i}][0]` });
    return { name, direction };
  });
  if (asked.some((one) => one.name === 'id')) return asked;
  return [...asked, { name: 'id', direction: asked.at(-1)?.direction ?? 'asc' }];
}

export function orderSql(of: EntityTable, order: readonly Order[], caller: Caller): Sql {
  return sql.join(
    order.map(
      ({ name, direction }) =>
        sql`${expressionOf(of, name, caller)}${of.entity.fields[name]?.isWords ? asWords : sql.empty} ${sql.unsafe(direction === 'desc' ? nullsOf(of.entity, name, 'desc') : nullsOf(of.entity, name, 'asc'))}`,
    ),
  );
}

/** The order of the Unicode Consortium, which every PostgreSQL that was built with ICU has under this name. */
const asWords = sql.unsafe(' collate "und-x-icu"');

/** What is absent stands last, whichever way one sorts. Not said where nothing can be absent: an index then serves. */
const nullsOf = (of: Entity, name: string, direction: 'asc' | 'desc') =>
  of.fields[name]?.nullable ? `${direction} nulls last` : direction;
