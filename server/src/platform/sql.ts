import type { Query } from './database.ts';

export type Sql = { readonly parts: readonly string[]; readonly params: readonly unknown[] };

class SqlText implements Sql, Query {
  readonly parts: readonly string[];
  readonly params: readonly unknown[];
  constructor(parts: readonly string[], params: readonly unknown[]) {
    this.parts = parts;
    this.params = params;
  }
  get values() {
    return this.params;
  }
  get text() {
    let text = this.parts[0] ?? '';
    for (let i = 1; i < this.parts.length; i++) text += `$${i}${this.parts[i]}`;
    return text;
  }
}
const make = (parts: readonly string[], params: readonly unknown[]): Sql & Query => new SqlText(parts, params);
const isSql = (value: unknown): value is Sql => value instanceof SqlText;

/**
 * SQL that reads as SQL: `sql\`select * from tickets where id = ${id}\``. Values become parameters, never text; a nested
 * `sql` fragment becomes part of the statement. Names from outside never enter it: there is no way to put a raw string in
 * other than `sql.unsafe`, which is for constants of our own.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql & Query {
  const parts: string[] = [strings[0] ?? ''];
  const params: unknown[] = [];
  values.forEach((value, i) => {
    if (isSql(value)) {
      parts[parts.length - 1] += value.parts[0] ?? '';
      parts.push(...value.parts.slice(1));
      params.push(...value.params);
      parts[parts.length - 1] += strings[i + 1] ?? '';
    } else {
      params.push(value);
      parts.push(strings[i + 1] ?? '');
    }
  });
  return make(parts, params);
}

sql.unsafe = (text: string): Sql & Query => make([text], []);
sql.empty = make([''], []);
/** A limit that stands in the statement itself: of one that it is told only later, PostgreSQL expects a tenth of all rows. */
sql.limit = (rows: number): Sql & Query => make([` limit ${Math.trunc(rows)}`], []);
sql.join = (all: readonly Sql[], separator = ', '): Sql & Query => {
  const parts = [''];
  const params: unknown[] = [];
  for (const [i, one] of all.entries()) {
    parts[parts.length - 1] += (i === 0 ? '' : separator) + (one.parts[0] ?? '');
    for (let k = 1; k < one.parts.length; k++) parts.push(one.parts[k] ?? '');
    params.push(...one.params);
  }
  return make(parts, params);
};

/**
 * The first column, or the second where that is null, to look something up by. A `coalesce` PostgreSQL takes for leaky: behind
 * row-level security it uses no index for it, and reads the whole table (PostgreSQL 18, `contain_leaked_vars`).
 */
sql.orElse = (first: string, second: string): Sql & Query =>
  sql.unsafe(`case when ${first} is null then ${second} else ${first} end`);
