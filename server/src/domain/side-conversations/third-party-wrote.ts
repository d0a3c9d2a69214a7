import type { Address } from '#contract/messages.ts';
import { sideRecipientsMax } from '#contract/side-conversations.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addMessage, type NewMessage } from '../messages/index.ts';
import { addEventLines, messageEvent, moveTicket, systemAuthor, type Ticket, ticketEvent } from '../tickets/index.ts';
import { insertSide, type Side, withPartners } from './side-rows.ts';

type Letter = Omit<NewMessage, 'companyId' | 'ticketId' | 'sideId' | 'kind' | 'direction' | 'channel' | 'author'>;

/**
 * A third party's letter joins its side conversation, and changes nothing of what the customer waits for. A person's makes
 * the ticket unread for whoever has it, and wakes it when it was put off until somebody writes; programs' are kept.
 */
export async function thirdPartyWrote(
  tx: Tx,
  { ticket, side }: { ticket: Ticket; side: Side },
  letter: Letter,
): Promise<{ messageId: number }> {
  const isHuman = letter.mailKind === 'human';
  const who = letter.from?.name || (letter.from?.address ?? '');
  const messageId = await addMessage(tx, {
    ...letter,
    companyId: ticket.company_id,
    ticketId: ticket.id,
    sideId: side.id,
    kind: 'side_inbound',
    direction: 1,
    channel: 'mail',
    author: { kind: 'system', id: null, name: who },
  });
  await tx.run(
    isHuman
      ? sql`update side_conversations set state = 'open', is_unseen = 1, last_message_id = ${messageId}, updated = now() where id = ${side.id}`
      : sql`update side_conversations set updated = now() where id = ${side.id}`,
  );
  if (isHuman) await makeUnread(tx, ticket);
  if (isHuman && ticket.view_type === 'snoozed' && ticket.wakes_on_reply === 1)
    await moveTicket(tx, ticket, 'thirdPartyAnswered');
  const line = { ticket, key: 'side_answered', values: { side_id: side.id, with: who, subject: side.subject } };
  await recordEvents(tx, [
    messageEvent(ticket, messageId, systemActor),
    ...(isHuman ? await addEventLines(tx, [line], systemAuthor) : []),
    ticketEvent('updated', ticket, systemActor),
  ]);
  return { messageId };
}

async function makeUnread(tx: Tx, ticket: Ticket): Promise<void> {
  if (ticket.assignee_id === null) return;
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id, is_unread) values (${ticket.company_id}, ${ticket.id}, ${ticket.assignee_id}, 0, 1)
        on conflict (ticket_id, user_id) do update set is_unread = 1`,
  );
}

/** An agent wrote to the third party from another mail program: the letter joins the side conversation as ours. */
export function sideSentElsewhere(
  tx: Tx,
  { ticket, side }: { ticket: Ticket; side: Side },
  letter: Letter,
): Promise<{ messageId: number }> {
  return addSent(tx, ticket, side, { ...letter, kind: 'side_outbound' });
}

/**
 * An agent passed a letter of the ticket on to third parties from another mail program: that begins a side conversation, so
 * that what they answer finds its place. What the letter names opens the thread, and goes along in no further one.
 */
export async function passedOnElsewhere(
  tx: Tx,
  { ticket, partners, ...from }: { ticket: Ticket; partners: readonly Address[]; accountId: number; address: string },
  letter: Letter,
): Promise<{ messageId: number }> {
  const subject = cutLetters(letter.subject?.trim() ?? '', subjectLengthMax) || '—';
  const side = await insertSide(tx, ticket, { ...from, subject, openedBy: null });
  const known = withPartners([], partners).slice(0, sideRecipientsMax);
  await tx.run(sql`update side_conversations set partners = ${JSON.stringify(known)}::jsonb where id = ${side.id}`);
  return addSent(tx, ticket, side, { ...letter, kind: 'forward', mailInReplyTo: null, mailReferences: [] });
}

const subjectLengthMax = 998;

async function addSent(
  tx: Tx,
  ticket: Ticket,
  side: Side,
  letter: Letter & { kind: 'forward' | 'side_outbound' },
): Promise<{ messageId: number }> {
  const messageId = await addMessage(tx, {
    ...letter,
    companyId: ticket.company_id,
    ticketId: ticket.id,
    sideId: side.id,
    direction: 2,
    channel: 'mail',
    author: { kind: 'user', id: null, name: letter.from?.name || (letter.from?.address ?? '') },
  });
  await tx.run(
    sql`update side_conversations set is_unseen = 0, last_message_id = ${messageId}, updated = now() where id = ${side.id}`,
  );
  await recordEvents(tx, [messageEvent(ticket, messageId, systemActor), ticketEvent('updated', ticket, systemActor)]);
  return { messageId };
}
