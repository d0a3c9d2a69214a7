import type { Reader, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { customerWrote, findFollowers, lockTicket, type Ticket, takesLetters } from '../tickets/index.ts';
import { openChat } from './begin-chat.ts';
import type { Asking, Visitor } from './find-visitor.ts';
import { type Chat, chatsAmong, theirs } from './read-chats.ts';
import { readAvailability } from './read-setup.ts';

export type Further = {
  readonly clientId: string;
  readonly text: string;
  readonly files: readonly number[];
  /** A new ticket is allowed to begin by it. */
  readonly mayOpen: boolean;
};

/**
 * A visitor's further message: to their ticket, to what it was merged into, or to what was parted from it, if that is where
 * they were answered last; to the one that follows it, when it was resolved too long ago, which begins by it where there is
 * none. The same one twice is one. Answers the ticket whose chat it stands in; undefined where nothing was written, because
 * one would have to begin and may not.
 */
export async function writeInChat(
  tx: Tx,
  asking: Asking,
  visitor: Visitor,
  chat: Chat,
  { clientId, text, files, mayOpen }: Further,
): Promise<{ ticketId: number; messageId: number } | undefined> {
  if (text.trim() === '' && files.length === 0) throw new Problem('message_empty', { field: 'data.text' });
  // One after the other: two requests with the same id are one message.
  await tx.run(sql`select from visitors where id = ${visitor.id} for update`);
  const before = await findWritten(tx, asking, visitor, clientId);
  if (before) return before;

  const { chatId, ticket, partedToId } = await lockWhereHeard(tx, asking, visitor, chat);
  const customer = await customerOf(tx, visitor);
  const known = { visitorId: visitor.id, customerId: customer.id, customerName: customer.name };
  if (!takesLetters(ticket, new Date())) {
    if (!mayOpen) return undefined;
    const { isOnline } = await readAvailability(tx, asking.quidget, new Date());
    const page = { url: '', title: '', referrer: '' };
    const first = { clientId, text, files, asked: { question: '' }, page, isOnline };
    const ticketId = await openChat(tx, asking, known, first, ticket);
    const opened = await tx.row<{ last_message_id: number }>(
      sql`select last_message_id from tickets where id = ${ticketId}`,
    );
    const messageId = opened?.last_message_id ?? 0;
    await takeFiles(tx, asking, visitor, files, messageId);
    return { ticketId, messageId };
  }
  const { messageId } = await customerWrote(tx, ticket, {
    ...{ customer, clientId, bodyText: text, mailKind: 'human', hasAttachments: files.length > 0 },
    ...{ originTicketId: chatId, partedToId, channel: 'chat' },
  });
  await takeFiles(tx, asking, visitor, files, messageId);
  // Whoever writes has read what they were shown. An answer that came while their words were on the way was not.
  const isUnseen = sql`exists (select from messages m where m.origin_ticket_id = ${chatId} and m.channel = 'chat' and m.kind = 'outbound'
    and m.id > visitor_read_to and m.id < ${messageId})`;
  await tx.run(
    sql`update chats set ended_by_visitor = null, mail_due_at = case when ${isUnseen} then mail_due_at end,
          visitor_read_to = case when ${isUnseen} then visitor_read_to else ${messageId}::bigint end where ticket_id = ${chatId}`,
  );
  await tx.run(sql`update visitors set last_seen_at = now() where id = ${visitor.id}`);
  return { ticketId: chatId, messageId };
}

/** The message that this visitor has written with this id before, into whichever of their chats it came. */
export const findWritten = (
  db: Reader,
  asking: Asking,
  visitor: Visitor,
  clientId: string,
): Promise<{ ticketId: number; messageId: number } | undefined> =>
  db.row(
    sql`select m.id as "messageId", m.origin_ticket_id as "ticketId" from messages m join chats c on c.ticket_id = m.origin_ticket_id
        where ${theirs(asking, visitor)} and m.client_id = ${clientId}`,
  );

/** Along the visitor's chats that follow it, to the first that takes letters; where none does, the last is the one to follow. */
async function lockWhereHeard(tx: Tx, asking: Asking, visitor: Visitor, chat: Chat) {
  let heard = { chatId: chat.ticketId, ...(await lockAnswered(tx, chat.ticketId)) };
  if (takesLetters(heard.ticket, new Date())) return heard;
  const { company_id: companyId } = asking.quidget;
  const followers = await findFollowers(tx, companyId, [chat.ticketId, heard.ticket.id]);
  for (const chatId of await chatsAmong(tx, asking, visitor, [...followers.values()])) {
    heard = { chatId, ...(await lockAnswered(tx, chatId)) };
    if (takesLetters(heard.ticket, new Date())) return heard;
  }
  return heard;
}

/** Where the chat was answered last, as long as that takes letters; else its own ticket. */
async function lockAnswered(tx: Tx, chatId: number): Promise<{ ticket: Ticket; partedToId: number | null }> {
  const answer = await tx.row<{ ticket_id: number; parted_to_id: number | null }>(
    sql`select ticket_id, parted_to_id from messages where origin_ticket_id = ${chatId} and channel = 'chat' and kind = 'outbound' order by id desc limit 1`,
  );
  if (answer && answer.parted_to_id !== null) {
    const parted = await lockTicket(tx, answer.ticket_id);
    if (parted && parted.is_deleted === 0 && parted.merged_into_id === null && takesLetters(parted, new Date()))
      return { ticket: parted, partedToId: answer.parted_to_id };
  }
  return { ticket: await lockLiving(tx, chatId), partedToId: null };
}

/** The ticket, or what it was merged into. */
export async function lockLiving(tx: Tx, id: number): Promise<Ticket> {
  const ticket = await lockTicket(tx, id);
  if (!ticket || ticket.is_deleted === 1) throw new Problem('not_found', { field: 'data.key' });
  return ticket.merged_into_id === null ? ticket : lockLiving(tx, ticket.merged_into_id);
}

/** Whom the ticket is about may be somebody else, since it was merged. */
async function customerOf(tx: Tx, { customerId }: Visitor): Promise<{ id: number; name: string }> {
  const row = await tx.row<{ id: number; name: string }>(
    sql`select c.id, trim(c.first_name || ' ' || c.last_name) as name from customers v join customers c on c.id = ${sql.orElse('v.merged_into', 'v.id')} where v.id = ${customerId}`,
  );
  if (!row) throw new Error('a visitor without a customer');
  return row;
}

/** Takes what this visitor has uploaded into the message. What is another's, or was sent already, does not exist. */
async function takeFiles(
  tx: Tx,
  { quidget }: Asking,
  visitor: Visitor,
  ids: readonly number[],
  messageId: number,
): Promise<void> {
  if (ids.length === 0) return;
  const taken = await tx.run(
    sql`update attachments set message_id = ${messageId}, visitor_id = null where company_id = ${quidget.company_id}
          and id = any (${ids}::bigint[]) and visitor_id = ${visitor.id} and message_id is null`,
  );
  if (taken !== new Set(ids).size) throw new Problem('not_found', { field: 'data.files' });
}
