import type { SearchFilter, SearchQuery } from '#contract/search-query.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

export type Names = {
  /** The ids that a filter names; of a choice, none. */
  idsOf(filter: SearchFilter): readonly number[];
  readonly unknown: readonly { operator: string; value: string }[];
};

/** Whom and what operators mean: a whole name where there is one, else all that begin so. */
export async function resolveNames(tx: Tx, { filters }: SearchQuery, companies: readonly number[]): Promise<Names> {
  const named = filters.filter((one) => !one.isChoice && queries[one.operator]);
  const found = await Promise.all(
    named.map((one) =>
      tx.rows<{ id: number; is_whole: boolean }>(queries[one.operator]?.(plainly(one.value), companies) ?? sql.empty),
    ),
  );
  const ids = new Map(
    named.map((one, i) => {
      const rows = found[i] ?? [];
      const whole = rows.filter((row) => row.is_whole);
      return [one, [...new Set((whole.length > 0 ? whole : rows).map((row) => row.id))]] as const;
    }),
  );
  return {
    idsOf: (filter) => ids.get(filter) ?? [],
    unknown: unknownOf(named.filter((one) => ids.get(one)?.length === 0)),
  };
}

/** Filters that nothing fits, as the person is told of them. */
export const unknownOf = (filters: readonly SearchFilter[]): Names['unknown'] =>
  filters.map(({ operator, value }) => ({ operator, value: value.slice(0, 100) }));

const namesMax = 200;
type Ask = (value: string, companies: readonly number[]) => Sql & { text: string; values: readonly unknown[] };

/** In small letters and with one apostrophe, however either is typed. */
const plain = (column: string): Sql => sql.unsafe(`translate(lower(${column}), '’ʼ\`´', repeat('''', 4))`);
const plainly = (value: string): string => value.toLowerCase().replace(/[’ʼ`´]/g, "'");

const queries: Partial<Record<SearchFilter['operator'], Ask>> = {
  tag: (value, companies) =>
    sql`select id, ${plain('name')} = ${value} as is_whole from tags
        where company_id = any (${companies}::bigint[]) and is_deleted = 0 and starts_with(${plain('name')}, ${value}) limit ${namesMax}`,
  in: (value, companies) =>
    sql`select id, ${value} in (${plain('name')}, lower(abbreviation)) as is_whole from products
        where company_id = any (${companies}::bigint[]) and (starts_with(${plain('name')}, ${value}) or lower(abbreviation) = ${value}) limit ${namesMax}`,
  team: (value, companies) =>
    sql`select id, ${plain('name')} = ${value} as is_whole from teams
        where company_id = any (${companies}::bigint[]) and is_deleted = 0 and starts_with(${plain('name')}, ${value}) limit ${namesMax}`,
  assignee: (value, companies) =>
    sql`select u.id, ${plain('u.name')} = ${value} as is_whole from users u
        where u.id in (select r.user_id from roles r where r.company_id = any (${companies}::bigint[]))
          and (starts_with(${plain('u.name')}, ${value}) or strpos(${plain('u.name')}, ${` ${value}`}) > 0 or lower(u.email) = ${value}) limit ${namesMax}`,
};
