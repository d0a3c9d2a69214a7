import type { Query } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** Stands in a statement for the list of tenants. */
export const theCompanies = Symbol('companies');

/** `plain`: for a transaction that has its scope already. The others say it themselves, in the same statement. */
type ValuesQueries = { readonly plain: Query; readonly ofCompanies: Query; readonly ofSystem: Query };
const madeOfValues = new WeakMap<object, ValuesQueries>();

export function valuesQueries(values: Readonly<Record<string, Sql>>): ValuesQueries {
  const known = madeOfValues.get(values);
  if (known) return known;
  const made = {
    plain: valuesQuery(values),
    ofCompanies: valuesQuery(values, sql`set_config('parley.companies', ${theCompanies}, true) is not null`),
    ofSystem: valuesQuery(values, sql`set_config('parley.scope', 'system', true) is not null`),
  };
  madeOfValues.set(values, made);
  return made;
}

/** `case` runs its condition before its result, so the scope is set when a subselect starts to look at rows. */
function valuesQuery(values: Readonly<Record<string, Sql>>, scoped?: Sql): Query {
  const columns = Object.entries(values).map(([name, value]) => {
    const column = sql.unsafe(` as "${name}"`);
    return scoped ? sql`case when ${scoped} then (${value}) end${column}` : sql`(${value})${column}`;
  });
  const { text, values: params } = sql`select ${sql.join(columns)}`;
  return { text, values: params };
}
