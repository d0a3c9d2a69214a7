import { readSearchQuery, type SearchQuery, searchTermsMax } from '#contract/search-query.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type Asked, seeing, wantedWords } from './asked.ts';
import { type Names, resolveNames, unknownOf } from './resolve-names.ts';
import { filterTerm, isOfWords, termsOf } from './word-query.ts';

/** Longer searches would cost everybody else; whoever made one is asked to narrow it. */
const secondsMax = 3;
/** A common word of a million tickets fits into it; with less PostgreSQL notes pages, and looks through all that is on them. */
const memory = '32MB';

/** `field`: where the query stands in the call. */
type Wanted = { readonly query: string; readonly company_id?: number | undefined; readonly field?: string };
/** `unknown`: values that name nothing, so that nothing can be found. */
export type Looked<T> = { readonly found: T } | { readonly unknown: Names['unknown'] };

/** Understands what is looked for and lets `look` look, within the companies and the rights of whoever asks. */
export async function beginSearch<T>(
  db: Database,
  wanted: Wanted,
  caller: Caller,
  look: (tx: Tx, asked: Asked) => Promise<T>,
): Promise<Looked<T>> {
  const { field = 'data.query' } = wanted;
  const query = await understand(db, wanted.query, caller);
  if (query.problems.length > 0) throw refusal(query.problems, field);
  const { company_id: one } = wanted;
  const companies = caller.companies.filter((id) => (one === undefined || id === one) && caller.may(id, 'tickets.get'));
  const terms = termsOf(query);
  const isNothing = terms.length + query.filters.length + query.numbers.length === 0;
  if (companies.length === 0 || isNothing) return { unknown: [] };
  const empty = query.filters.filter((one) => isOfWords(one) && filterTerm(one).words.length === 0);
  if (empty.length > 0) return { unknown: unknownOf(empty) };
  try {
    return await db.transaction({ companies }, async (tx) => {
      // Words are looked for by the same plan whatever they are, and to plan takes longer than to find.
      const plans = terms.length > 0 ? 'force_generic_plan' : 'auto';
      const seen = { words: wantedWords({ query, terms, companies }) };
      // Travels with what is asked next, which fails too where this does.
      const begun = tx.row<{ numbers: { id: number; last: number }[] }>(
        sql`select set_config('statement_timeout', ${`${secondsMax}s`}, true), set_config('plan_cache_mode', ${plans}, true), set_config('work_mem', ${memory}, true),
              (select coalesce(json_agg(json_build_object('id', c.id, 'last', c.last_ticket_number)), '[]') from companies c where c.id = any (${companies}::bigint[])) as numbers, ${seeing(seen.words)}`,
      );
      const now = begun.then((row) => lastNumbersOf(db).keep(row?.numbers ?? []));
      now.catch(() => {});
      // Whoever knows them need not wait for that answer before they ask for more.
      const lastNumbers = lastNumbersOf(db).of(companies) ?? now;
      const names = await resolveNames(tx, query, companies);
      if (names.unknown.length > 0) return { unknown: names.unknown };
      return { found: await look(tx, { query, terms, names, companies, caller, lastNumbers, seen }) };
    });
  } catch (error) {
    if (codeOf(error) === cancelled) throw new Problem('search_too_slow', { field, cause: error });
    throw error;
  }
}

/** What was typed. Days are told from the one that it is where the person is. */
async function understand(db: Database, typed: string, caller: Caller): Promise<SearchQuery> {
  const query = readSearchQuery(typed);
  if (!query.filters.some(({ operator }) => operator === 'before' || operator === 'after')) return query;
  const [row] = await db.read<{ today: string }>(
    { companies: caller.companies },
    sql`select to_char(now() at time zone coalesce(time_zone, 'UTC'), 'YYYY-MM-DD') as today from users where id = ${caller.userId}`,
  );
  return row ? readSearchQuery(typed, new Date(`${row.today}T12:00:00`)) : query;
}

/** For so long a company gets hardly more tickets than one further stretch of them holds (`newestStretches`). */
const rememberedMilliseconds = 30_000;

/** How many tickets companies had when somebody last looked: by that searches find out how to go about it, and find no less. */
class LastNumbers {
  private readonly known = new Map<number, { last: number; until: number }>();

  keep(numbers: readonly { id: number; last: number }[]): ReadonlyMap<number, number> {
    const until = performance.now() + rememberedMilliseconds;
    for (const { id, last } of numbers) this.known.set(id, { last, until });
    return new Map(numbers.map(({ id, last }) => [id, last]));
  }

  /** Undefined where one of them was not looked at lately. */
  of(companies: readonly number[]): ReadonlyMap<number, number> | undefined {
    const found = new Map<number, number>();
    for (const id of companies) {
      const one = this.known.get(id);
      if (!one || one.until < performance.now()) return undefined;
      found.set(id, one.last);
    }
    return found;
  }
}

const ofDatabases = new WeakMap<Database, LastNumbers>();
function lastNumbersOf(db: Database): LastNumbers {
  const known = ofDatabases.get(db) ?? new LastNumbers();
  ofDatabases.set(db, known);
  return known;
}

const cancelled = '57014';

function refusal(problems: SearchQuery['problems'], field: string): Problems {
  const all = problems.map(
    ({ key, operator, value }) =>
      new Problem(key, { field, values: { operator, value: value.slice(0, 100), max: searchTermsMax } }),
  );
  return new Problems(all as [Problem, ...Problem[]]); // whoever calls has looked that there are some
}
