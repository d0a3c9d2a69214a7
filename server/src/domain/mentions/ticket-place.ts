import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { findPlace, lockWhereFound, type Ticket } from '../tickets/index.ts';

/** A ticket, or one that is about to begin: in a product, and with whoever is to have it. */
export type About = { readonly ticketId: number } | { readonly productId: number; readonly assigneeId: number | null };

/** What decides who sees a ticket. */
export type TicketPlace = Pick<Ticket, 'company_id' | 'product_id' | 'assignee_id' | 'team_id'>;

export async function findPlaceOf(
  tx: Tx,
  about: About,
  caller: Caller,
  right: 'tickets.get' | 'messages.create',
): Promise<TicketPlace> {
  if ('ticketId' in about) return lockWhereFound(tx, about.ticketId, caller, right);
  const { id, company_id, team_id } = await findPlace(tx, about.productId, caller);
  return { company_id, product_id: id, team_id, assignee_id: about.assigneeId };
}
