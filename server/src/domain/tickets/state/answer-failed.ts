import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, systemAuthor } from '../event-lines.ts';
import { unreadForAssignee } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import { lockTicket, moveTicket, type Ticket } from '../ticket-queries.ts';

type Letter = { readonly ticketId: number; readonly messageId: number };

/**
 * A letter could not be delivered to anybody. Where somebody of ours wrote it and it was the last word, nobody has answered
 * the customer: it is our turn again.
 */
export async function answerFailed(tx: Tx, { ticketId, messageId }: Letter): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket || !(await reachedNobody(tx, messageId)) || !(await isLastWord(tx, ticket, messageId))) return;
  if (!(await moveTicket(tx, ticket, 'answerFailed'))) return;
  await unreadForAssignee(tx, ticket);
  await recordEvents(tx, [
    ...(await addEventLines(tx, [{ ticket, key: 'answer_failed' }], systemAuthor)),
    ticketEvent('updated', ticket, systemActor),
  ]);
}

/** The same letter is tried again: where it is the last word, the ticket is answered by it as before. */
export async function answeredAgain(tx: Tx, ticket: Ticket, messageId: number): Promise<void> {
  if (ticket.view_type !== '' || !(await isLastWord(tx, ticket, messageId))) return;
  await moveTicket(tx, ticket, 'agentReplied');
}

async function reachedNobody(tx: Tx, messageId: number): Promise<boolean> {
  const failed = await tx.row(
    sql`select id from deliveries where message_id = ${messageId} and state = 'failed' and not recipients @> '[{"state": "accepted"}]'`,
  );
  return failed !== undefined;
}

async function isLastWord(tx: Tx, ticket: Pick<Ticket, 'id' | 'company_id'>, messageId: number): Promise<boolean> {
  const last = await tx.row<{ id: number; author_kind: string }>(
    sql`select id, author_kind from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound')
          and coalesce(mail_kind, 'human') = 'human' order by id desc limit 1`,
  );
  return last?.id === messageId && last.author_kind === 'user';
}
