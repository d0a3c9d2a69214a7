import type { QueryClient } from '@tanstack/react-query';
import { tickets } from '#contract/tickets.ts';
import { getRows } from '../../api/rows.ts';
import { forgetKept } from '../../api/session.ts';
import { dropTickets, keptPerson, keptTickets } from './kept-store.ts';
import { isOfTicket } from './of-ticket.ts';

/** The server is there: what this person may not see any more goes, from the browser's store and from the screen. */
export async function forgetWithdrawn(client: QueryClient, user: number): Promise<void> {
  const person = await keptPerson();
  if (person && person.self.user.id !== user) return forgetKept();
  const ids = (await keptTickets()).map((one) => one.id);
  if (ids.length === 0) return;
  const { rows } = await getRows(tickets, { fields: ['id'], conditions: [['id', 'in', ids]], range: [0, ids.length] });
  const seen = new Set(rows.map((row) => row.id));
  const gone = ids.filter((id) => !seen.has(id));
  await dropTickets(gone);
  for (const id of gone)
    await client.resetQueries({ predicate: (query) => isOfTicket(query.queryKey, { id, customer_id: 0 }) });
}
