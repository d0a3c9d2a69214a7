import type { z } from 'zod';
import type { find } from '#contract/search.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { beginSearch } from './begin-search.ts';
import { describeTickets } from './describe-tickets.ts';
import { findCustomers } from './find-customers.ts';
import { type FoundIds, findTicketIds, noIds } from './find-ticket-ids.ts';

type Wanted = z.output<typeof find.data>;
type Answer = z.input<typeof find.answer>;

const ticketsUsual = 20;
const customersUsual = 5;

/** Finds tickets and customers within the companies, the scope and the rights of whoever asks. */
export async function findAll(db: Database, wanted: Wanted, caller: Caller): Promise<Answer> {
  const { tickets: limit = ticketsUsual, from = 0, customers = customersUsual } = wanted;
  const looked = await beginSearch(db, wanted, caller, async (tx, asked): Promise<Answer> => {
    const { filters, numbers } = asked.query;
    const hasSaid = filters.length + numbers.length > 0;
    const found: FoundIds = limit === 0 ? noIds : await findTicketIds(tx, asked);
    const described = Promise.all([
      describeTickets(tx, asked, found.tickets.slice(from, from + limit)),
      // Operators ask about tickets.
      customers === 0 || from > 0 || hasSaid ? noCustomers : findCustomers(tx, asked, customers),
    ]);
    tx.askedAll();
    const [tickets, people] = await described;
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
  return 'found' in looked ? looked.found : { ...emptyAnswer, unknown: [...looked.unknown] };
}

/** The tickets alone, all of them; of a search that finds too many, the newest. */
export async function findAllIds(
  db: Database,
  wanted: Pick<Wanted, 'query' | 'company_id'> & { field: string },
  caller: Caller,
): Promise<{ ids: readonly number[]; isCapped: boolean }> {
  const looked = await beginSearch(db, wanted, caller, findTicketIds);
  if (!('found' in looked)) return { ids: [], isCapped: false };
  return { ids: looked.found.tickets.map(({ id }) => id), isCapped: looked.found.isCapped };
}

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
