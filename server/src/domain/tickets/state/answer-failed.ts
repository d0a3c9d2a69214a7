import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { addEventLines, systemAuthor } from '../event-lines.ts';
import { unreadForAssignee } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import { lockTicket, moveTicket, type Ticket } from '../ticket-queries.ts';

/** Whether the letter of this message failed for good for everybody it was sent to. */
export const reachedNobody = (messageId: Sql) =>
  sql`exists (select from deliveries d where d.message_id = ${messageId} and d.state = 'failed' and not d.recipients @> '[{"state": "accepted"}]')`;

/**
 * A letter failed for good. Where it reached nobody, somebody of ours wrote it and nobody has written since, the customer
 * has no answer: it is our turn again, and they wait as long as if it had not been written. What was resolved by more than
 * this answer stays resolved. Its writer is told by the letter itself (flows/notifications).
 */
export async function answerFailed(tx: Tx, messageId: number): Promise<void> {
  const letter = await tx.row<{ ticket_id: number }>(
    sql`select ticket_id from messages where id = ${messageId} and kind = 'outbound' and author_kind = 'user' and ${reachedNobody(sql`messages.id`)}`,
  );
  const ticket = letter && (await lockTicket(tx, letter.ticket_id));
  if (!ticket || ticket.erased_at !== null || !(await isLastWord(tx, ticket, messageId))) return;
  if (ticket.view_type === 'resolved' && !(await isResolvedBy(tx, ticket, messageId))) return;
  const waiting_since = await unansweredSince(tx, ticket, messageId);
  if (!(await moveTicket(tx, { ...ticket, waiting_since }, 'answerFailed'))) return;
  await unreadForAssignee(tx, ticket);
  await recordEvents(tx, [
    ...(await addEventLines(tx, [{ ticket, key: 'answer_failed' }], systemAuthor)),
    ticketEvent('updated', ticket, systemActor),
  ]);
}

/**
 * A letter that had reached nobody is sent again: where it is the last word, the ticket is answered by it as by a new one.
 * Answers whether that moved it.
 */
export async function answeredAgain(tx: Tx, ticket: Ticket, messageId: number): Promise<boolean> {
  if (ticket.view_type !== '' || !(await isLastWord(tx, ticket, messageId))) return false;
  return moveTicket(tx, ticket, 'agentReplied');
}

type OfTicket = Pick<Ticket, 'id' | 'company_id'>;

/** What programs wrote is no word. */
const isWord = sql`coalesce(mail_kind, 'human') = 'human'`;

async function isLastWord(tx: Tx, { id, company_id: companyId }: OfTicket, messageId: number): Promise<boolean> {
  const last = await tx.row<{ id: number; author_kind: string }>(
    sql`select id, author_kind from messages where company_id = ${companyId} and ticket_id = ${id} and kind in ('inbound', 'outbound') and ${isWord}
        order by id desc limit 1`,
  );
  return last?.id === messageId && last.author_kind === 'user';
}

/** It was resolved in one go with this answer, and by nobody since. */
async function isResolvedBy(tx: Tx, { id, company_id: companyId }: OfTicket, messageId: number): Promise<boolean> {
  const line = await tx.row<{ answer: number | null }>(
    sql`select (event_values->>'answer')::bigint as answer from messages
        where company_id = ${companyId} and ticket_id = ${id} and kind = 'event' and event_key = 'resolved' order by id desc limit 1`,
  );
  return line?.answer === messageId;
}

/** The customer's first word that nobody had answered or settled before this letter, or at all. */
export async function unansweredSince(
  tx: Tx,
  { id, company_id: companyId }: OfTicket,
  messageId = Number.MAX_SAFE_INTEGER,
): Promise<Date | null> {
  const first = await tx.row<{ added: Date | null }>(
    sql`with before as (
          select id, kind, event_key, event_values, added from messages m where company_id = ${companyId} and ticket_id = ${id} and id < ${messageId} and ${isWord})
        select min(added) as added from before where kind = 'inbound' and id > coalesce((
          select max(id) from before where (event_key = 'resolved' and (event_values->>'answer')::bigint is distinct from ${messageId}) or (kind = 'outbound' and not ${reachedNobody(sql`before.id`)})), 0)`,
  );
  return first?.added ?? null;
}
