import type { SearchQuery } from '#contract/search-query.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import type { Names } from './resolve-names.ts';
import type { Term } from './word-query.ts';

/** What is looked for, understood. */
export type Asked = {
  readonly query: SearchQuery;
  readonly terms: readonly Term[];
  readonly names: Names;
  /** Those in which the person may see tickets. */
  readonly companies: readonly number[];
  readonly caller: Caller;
};

/** From here on this transaction sees the words of these alone (the policy `asked` of the tables of words). */
export const lookFor = (tx: Tx, tsquery: string): Promise<unknown> =>
  tx.run(sql`select set_config('parley.search', ${tsquery}, true)`);
