import type { Query } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** Stands in a statement for the list of tenants. */
export const theCompanies = Symbol('companies');

/** How the scope is set in the same statement; without one the transaction has its scope already. */
const scopes = {
  companies: sql`set_config('parley.companies', ${theCompanies}, true) is not null`,
  system: sql`set_config('parley.scope', 'system', true) is not null`,
};
type Scoped = keyof typeof scopes;
type Values = Readonly<Record<string, Sql>>;
const madeOfValues = new WeakMap<Values, Map<Scoped | undefined, Query>>();

/** The statement that asks for all of the values; made once for each scope. */
export function valuesQuery(values: Values, scoped?: Scoped): Query {
  const made = madeOfValues.get(values) ?? new Map<Scoped | undefined, Query>();
  madeOfValues.set(values, made);
  const known = made.get(scoped);
  if (known) return known;
  const query = makeQuery(values, scoped && scopes[scoped]);
  made.set(scoped, query);
  return query;
}

/** `case` runs its condition before its result, so the scope is set when a subselect starts to look at rows. */
function makeQuery(values: Values, scoped: Sql | undefined): Query {
  const columns = Object.entries(values).map(([name, value]) => {
    const column = sql.unsafe(` as "${name}"`);
    return scoped ? sql`case when ${scoped} then (${value}) end${column}` : sql`(${value})${column}`;
  });
  const { text, values: params } = sql`select ${sql.join(columns)}`;
  return { text, values: params };
}
