import type { SearchQuery } from '#contract/search-query.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { Names } from './resolve-names.ts';
import { anyOf, isOfWords, type Newest, type Term, tsqueryOf } from './word-query.ts';

/** What is looked for, understood. */
export type Asked = {
  readonly query: SearchQuery;
  readonly terms: readonly Term[];
  readonly names: Names;
  /** Those in which the person may see tickets. */
  readonly companies: readonly number[];
  readonly caller: Caller;
  /** Of each company the number of its newest ticket, as it was half a minute ago at the earliest. */
  readonly lastNumbers: ReadonlyMap<number, number> | Promise<ReadonlyMap<number, number>>;
  /** The words that the transaction sees now. */
  readonly seen: { words: string };
};

type Meant = Pick<Asked, 'query' | 'terms' | 'companies'>;

/** The words that must be there, and none of the unwanted beside them, as a tsquery. */
export const wantedWords = (meant: Meant, newest?: Newest): string =>
  tsqueryOf(meant.companies, said(meant, false), { without: said(meant, true), ...(newest && { newest }) });

/** The words of which not one may be anywhere in the ticket. */
export const unwantedWords = (meant: Meant): string => anyOf(meant.companies, said(meant, true));

const said = ({ query, terms }: Meant, isNegated: boolean) => ({
  terms: terms.filter((one) => one.isNegated === isNegated),
  filters: query.filters.filter((one) => one.isNegated === isNegated),
});

/** Each of the words that must be there, as if it alone were looked for. */
export function eachWanted(asked: Asked): Asked[] {
  const { terms, filters } = said(asked, false);
  const unwanted = said(asked, true);
  const only = (wanted: Partial<typeof unwanted>): Asked => ({
    ...asked,
    terms: [...(wanted.terms ?? []), ...unwanted.terms],
    query: { ...asked.query, filters: [...(wanted.filters ?? []), ...unwanted.filters] },
  });
  return [
    ...terms.map((one) => only({ terms: [one] })),
    ...filters.filter(isOfWords).map((one) => only({ filters: [one] })),
  ];
}

/** Any of the words that must be there. */
export const anyWanted = (meant: Meant): string => anyOf(meant.companies, said(meant, false));

/** What the policy `asked` of the tables of words goes by. */
export const seeing = (words: string): Sql => sql`set_config('parley.search', ${words}, true)`;

/**
 * From here on this transaction sees the words of these alone. It travels with what is asked next, which fails too where
 * this does.
 */
export function lookFor(tx: Tx, { seen }: Pick<Asked, 'seen'>, words: string): void {
  if (seen.words === words) return;
  seen.words = words;
  tx.run(sql`select ${seeing(words)}`).catch(() => {});
}
