import type { z } from 'zod';
import type { find } from '#contract/search.ts';
import { isEmptySearch, readSearchQuery, searchTermsMax } from '#contract/search-query.ts';
import { codeOf, type Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { describeTickets } from './describe-tickets.ts';
import { findCustomers } from './find-customers.ts';
import { type FoundIds, findTicketIds, noIds } from './find-ticket-ids.ts';
import { resolveNames } from './resolve-names.ts';
import { termsOf } from './word-query.ts';

type Wanted = z.output<typeof find.data>;
type Answer = z.input<typeof find.answer>;

/** Longer searches would cost everybody else; whoever made one is asked to narrow it. */
const secondsMax = 3;
/** A common word of a million tickets fits into it; with less PostgreSQL notes pages, and looks through all that is on them. */
const memory = '32MB';
const ticketsUsual = 20;
const customersUsual = 5;

/** Finds tickets and customers within the companies, the scope and the rights of whoever asks. */
export async function findAll(db: Database, wanted: Wanted, caller: Caller): Promise<Answer> {
  const query = readSearchQuery(wanted.query);
  if (query.problems.length > 0) throw refusal(query.problems);
  const { company_id: one, tickets: limit = ticketsUsual, from = 0, customers = customersUsual } = wanted;
  const companies = caller.companies.filter((id) => (one === undefined || id === one) && caller.may(id, 'tickets.get'));
  const terms = termsOf(query);
  if (companies.length === 0 || (isEmptySearch(query) && terms.length === 0)) return emptyAnswer;
  const hasSaid = query.filters.length + query.numbers.length > 0;
  try {
    return await db.transaction({ companies }, async (tx) => {
      // Words are looked for by the same plan whatever they are, and to plan takes longer than to find.
      const plans = terms.length > 0 ? 'force_generic_plan' : 'auto';
      const started = tx.run(
        sql`select set_config('statement_timeout', ${`${secondsMax}s`}, true), set_config('plan_cache_mode', ${plans}, true), set_config('work_mem', ${memory}, true)`,
      );
      const names = await resolveNames(tx, query, companies);
      await started;
      if (names.unknown.length > 0) return { ...emptyAnswer, unknown: [...names.unknown] };
      const asked = { query, terms, names, companies, caller };
      const found: FoundIds = limit === 0 ? noIds : await findTicketIds(tx, asked);
      const [tickets, people] = await Promise.all([
        describeTickets(tx, asked, found.tickets.slice(from, from + limit)),
        // Operators ask about tickets.
        customers === 0 || from > 0 || hasSaid ? noCustomers : findCustomers(tx, asked, customers),
      ]);
      return {
        tickets,
        tickets_total: found.tickets.length,
        is_capped: found.isCapped,
        put_away: found.putAway,
        customers: people.rows,
        customers_are_capped: people.isCapped,
        unknown: [],
      };
    });
  } catch (error) {
    if (codeOf(error) === cancelled) throw new Problem('search_too_slow', { field: 'data.query', cause: error });
    throw error;
  }
}

const cancelled = '57014';
const noCustomers = Promise.resolve({ rows: [], isCapped: false });
const emptyAnswer: Answer = {
  tickets: [],
  tickets_total: 0,
  is_capped: false,
  put_away: { spam: 0, trash: 0 },
  customers: [],
  customers_are_capped: false,
  unknown: [],
};

function refusal(problems: ReturnType<typeof readSearchQuery>['problems']): Problems {
  const all = problems.map(
    ({ key, operator, value }) =>
      new Problem(key, { field: 'data.query', values: { operator, value: value.slice(0, 100), max: searchTermsMax } }),
  );
  return new Problems(all as [Problem, ...Problem[]]); // whoever calls has looked that there are some
}
