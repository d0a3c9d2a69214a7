import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Filled, fillTemplate } from './fill-template.ts';
import { readTicketFacts } from './ticket-facts.ts';

/** A text that is still being written, as a ticket would have it. `html` is clean already. */
export async function previewTemplate(tx: Tx, html: string, ticketId: number, caller: Caller): Promise<Filled> {
  return fillTemplate(html, (await readTicketFacts(tx, ticketId, caller)).values);
}
