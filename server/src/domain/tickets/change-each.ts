import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { authorOf, type LineAuthor } from './event-lines.ts';
import { lockVisibleTicket } from './ticket-access.ts';
import { ticketEvent } from './ticket-events.ts';
import type { Ticket } from './ticket-queries.ts';

/** The lines of a ticket that changed, and what the audit trail keeps of it. */
export type Changed = { readonly lines: readonly Happening[]; readonly detail?: Record<string, unknown> };

/**
 * Does the same to tickets that somebody named, one after the other in the order in which everybody takes them, and tells
 * of each that changed. `change` answers undefined where there is nothing to do. Answers the ids of those that changed.
 */
export async function changeEach(
  tx: Tx,
  ids: readonly number[],
  caller: Caller,
  change: (ticket: Ticket, author: LineAuthor) => Promise<Changed | undefined>,
): Promise<number[]> {
  const author = await authorOf(tx, caller);
  const changed: number[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const ticket = await lockVisibleTicket(tx, id, caller, 'tickets.update', 'data.ids');
    const done = await change(ticket, author);
    if (!done) continue;
    const event = ticketEvent('updated', ticket, { kind: author.kind, id: author.id });
    await recordEvents(tx, [...done.lines, done.detail ? { ...event, detail: done.detail } : event]);
    changed.push(id);
  }
  return changed;
}
