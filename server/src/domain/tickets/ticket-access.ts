import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isWithinReach } from '../reach/index.ts';
import { lockTicket, refuseMerged, type Ticket } from './ticket-queries.ts';

type Place = Pick<Ticket, 'company_id' | 'product_id' | 'assignee_id' | 'team_id'>;
type IsKnown = (caller: Caller, ticket: Ticket) => boolean | Promise<boolean>;

/** The ticket, locked, if the caller may know of it; then whether they may do this. A foreign ticket does not exist. */
export async function lockVisibleTicket(
  tx: Tx,
  id: number,
  caller: Caller,
  privilege: string,
  field = 'data.ticket_id',
  isKnown: IsKnown = sees,
): Promise<Ticket> {
  const ticket = await lockAsNamed(tx, id, caller, privilege, field, isKnown);
  await refuseMerged(tx, [ticket], field);
  return ticket;
}

/** The same, or what it was merged into: whoever had it open meanwhile loses no word. */
export async function lockWhereFound(tx: Tx, id: number, caller: Caller, privilege: string): Promise<Ticket> {
  const ticket = await lockAsNamed(tx, id, caller, privilege);
  return ticket.merged_into_id === null ? ticket : lockVisibleTicket(tx, ticket.merged_into_id, caller, privilege);
}

/** The same, though it was merged. */
export async function lockAsNamed(
  tx: Tx,
  id: number,
  caller: Caller,
  privilege: string,
  field = 'data.ticket_id',
  isKnown: IsKnown = sees,
): Promise<Ticket> {
  const ticket = await lockTicket(tx, id);
  if (!ticket || !(await isKnown(caller, ticket))) throw new Problem('ticket_not_found', { field });
  if (!caller.may(ticket.company_id, privilege)) throw new Problem('forbidden');
  // Whoever wrote is nobody any more.
  if (privilege === 'messages.create' && ticket.erased_at !== null) throw new Problem('not_in_this_state', { field });
  return ticket;
}

/** Whether the caller may know of the ticket at all. */
export const sees = (caller: Caller, ticket: Place): boolean =>
  caller.may(ticket.company_id, 'tickets.get') &&
  isWithinReach(caller, {
    companyId: ticket.company_id,
    productId: ticket.product_id,
    assigneeId: ticket.assignee_id,
    teamId: ticket.team_id,
  });

/** How far this person has read. It never goes back by itself. */
export async function noteRead(
  tx: Tx,
  ticket: Pick<Ticket, 'id' | 'company_id'>,
  userId: number,
  lastMessageId: number,
): Promise<void> {
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id) values (${ticket.company_id}, ${ticket.id}, ${userId}, ${lastMessageId})
        on conflict (ticket_id, user_id) do update set last_message_id = greatest(ticket_reads.last_message_id, excluded.last_message_id), is_unread = 0,
          read_at = case when excluded.last_message_id > ticket_reads.last_message_id then now() else ticket_reads.read_at end`,
  );
}

/** It is our turn again without a new word: whoever has it is to look once more. */
export async function unreadForAssignee(
  tx: Tx,
  ticket: Pick<Ticket, 'id' | 'company_id' | 'assignee_id'>,
): Promise<void> {
  if (ticket.assignee_id === null) return;
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id, is_unread) values (${ticket.company_id}, ${ticket.id}, ${ticket.assignee_id}, 0, 1)
        on conflict (ticket_id, user_id) do update set is_unread = 1`,
  );
}
