import type { Query } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** Stands in a statement for the list of tenants. */
export const theCompanies = Symbol('companies');

type ValuesQueries = { readonly plain: Query; readonly scoped: Query };
const madeOfValues = new WeakMap<object, ValuesQueries>();

export function valuesQueries(values: Readonly<Record<string, Sql>>): ValuesQueries {
  const known = madeOfValues.get(values);
  if (known) return known;
  const made = { plain: valuesQuery(values), scoped: valuesQuery(values, theCompanies) };
  madeOfValues.set(values, made);
  return made;
}

/** `case` runs its condition before its result, so the tenants are set when a subselect starts to look at rows. */
function valuesQuery(values: Readonly<Record<string, Sql>>, companies?: typeof theCompanies): Query {
  const scoped = companies && sql`set_config('parley.companies', ${companies}, true) is not null`;
  const columns = Object.entries(values).map(([name, value]) => {
    const column = sql.unsafe(` as "${name}"`);
    return scoped ? sql`case when ${scoped} then (${value}) end${column}` : sql`(${value})${column}`;
  });
  const { text, values: params } = sql`select ${sql.join(columns)}`;
  return { text, values: params };
}
