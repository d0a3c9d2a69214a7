import type { Tx } from '#platform/database.ts';
import { type Actor, recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { holdCustomers } from '../customers/index.ts';
import { addMessage, addMessages, holdWaitingLetters, type NewMessage } from '../messages/index.ts';
import { heldEvents } from './draft-events.ts';
import { addEventLines, systemAuthor } from './event-lines.ts';
import { recountThread } from './merging/recount-thread.ts';
import { messageEvent, ticketEvent } from './ticket-events.ts';
import {
  caseNumbers,
  drawTickets,
  firstLine,
  type LastMessage,
  moveTicket,
  noteLastMessage,
  type Ticket,
} from './ticket-queries.ts';

/** A message of the world as intake hands it over; which ticket it belongs to is decided before. */
export type Arrived = Omit<NewMessage, 'companyId' | 'ticketId' | 'kind' | 'direction' | 'channel' | 'author'> & {
  /** By which way it came, where that is not by mail. */
  readonly channel?: 'chat';
  /** Null when a program wrote whom nobody knows: a delivery report has no customer behind it. */
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly hasAttachments: boolean;
};

export type NewTicket = {
  companyId: number;
  productId: number;
  customerId: number;
  channelAccountId: number;
  channel: Ticket['channel'];
  title: string;
  looksLikeId: number | null;
  /** One that was resolved too long ago to be opened again. */
  follows?: Pick<Ticket, 'id' | 'company_id' | 'product_id' | 'channel'> | undefined;
  isSpam?: boolean;
};

export type Opening = { readonly ticket: NewTicket; readonly message: Arrived };
export type Opened = { readonly ticketId: number; readonly messageId: number };

/** Opens a ticket with its first message. */
export async function openTicket(tx: Tx, ticket: NewTicket, message: Arrived): Promise<Opened> {
  const [opened] = await openTickets(tx, ticket.companyId, [{ ticket, message }]);
  if (!opened) throw new Error('no ticket was opened');
  return opened;
}

/** What comes in for a product is its team's. */
const teamOfProduct = sql`(select tm.id from products p join teams tm on tm.id = p.team_id and tm.is_deleted = 0 where p.id = r.product_id)`;

/** Opens several tickets of one company, in their order, each with its first message. */
export async function openTickets(tx: Tx, companyId: number, openings: readonly Opening[]): Promise<Opened[]> {
  if (openings.length === 0) return [];
  const customerIds = [...new Set(openings.map(({ ticket }) => ticket.customerId))];
  const [, drawn] = await Promise.all([holdCustomers(tx, customerIds), drawTickets(tx, companyId, openings.length)]);
  const all = openings.flatMap((opening, i) => (drawn[i] ? [{ ...opening, ...drawn[i] }] : []));
  const tickets = all.map(({ ticket, message, number, ticketId, messageId }) => ({
    ...{ id: ticketId, number, product_id: ticket.productId, customer_id: ticket.customerId, channel: ticket.channel },
    ...{ channel_account_id: ticket.channelAccountId, title: ticket.title, looks_like_id: ticket.looksLikeId },
    ...{ follows_id: ticket.follows?.id ?? null },
    ...{ is_spam: ticket.isSpam ? 1 : 0, last_message_id: messageId, last_line: firstLine(message.bodyText ?? '') },
    ...{ has_attachments: message.hasAttachments ? 1 : 0, waiting_since: message.added },
  }));
  await Promise.all([
    tx.run(
      sql`insert into tickets (id, company_id, number, product_id, team_id, customer_id, channel_account_id, channel, title, waiting_since, looks_like_id, follows_id, is_spam,
            last_message_id, last_direction, last_line, message_count, has_attachments)
          overriding system value
          select r.id, ${companyId}::bigint, number, product_id, ${teamOfProduct}, coalesce(c.merged_into, c.id), channel_account_id, channel, title, coalesce(waiting_since, now()), looks_like_id, follows_id, is_spam,
            last_message_id, 1, last_line, 1, has_attachments
          from json_to_recordset(${JSON.stringify(tickets)}::json) as r (id bigint, number int, product_id bigint, customer_id bigint, channel_account_id bigint,
            channel text, title text, looks_like_id bigint, follows_id bigint, is_spam smallint, last_message_id bigint, last_line text, has_attachments smallint, waiting_since timestamptz)
          -- Whoever was being merged at this moment was waited for: the ticket is the survivor's now.
          join customers c on c.company_id = ${companyId}::bigint and c.id = r.customer_id order by r.number`,
    ),
    addMessages(
      tx,
      all.map(({ ticket, message, ticketId, messageId }) => ({
        ...inbound({ id: ticketId, company_id: companyId, channel: ticket.channel }, message),
        id: messageId,
      })),
    ),
    recordEvents(
      tx,
      all.flatMap(({ ticket, message, ticketId, messageId }) => {
        const opened = { id: ticketId, company_id: companyId, product_id: ticket.productId };
        const actor = customerActor(message);
        return [ticketEvent('created', opened, actor, messageId), messageEvent(opened, messageId, actor)];
      }),
    ),
  ]);
  await joinThose(tx, all);
  return all.map(({ ticketId, messageId }) => ({ ticketId, messageId }));
}

/** A line in both threads: the one that follows, and the one that it follows. */
async function joinThose(tx: Tx, all: readonly (Opening & { ticketId: number })[]): Promise<void> {
  for (const { ticket, ticketId } of all) {
    const before = ticket.follows;
    if (!before) continue;
    const opened = {
      id: ticketId,
      company_id: ticket.companyId,
      product_id: ticket.productId,
      channel: ticket.channel,
    };
    const numbers = await caseNumbers(tx, [before, opened]);
    const named = (id: number) => ({ ticket_id: id, number: numbers.get(id) ?? '' });
    const lines = [
      { ticket: opened, key: 'follows', values: named(before.id) },
      { ticket: before, key: 'followed_by', values: named(ticketId) },
    ];
    await recordEvents(tx, [
      ...(await addEventLines(tx, lines, systemAuthor)),
      ticketEvent('updated', before, systemActor),
    ]);
  }
}

/**
 * Appends a customer's message to a ticket. A person's letter makes it our turn again, unless the ticket is to sleep
 * whatever they write; automatic mail is kept with its ticket and changes nothing about it.
 */
export async function customerWrote(tx: Tx, ticket: Ticket, message: Arrived): Promise<{ messageId: number }> {
  const isHuman = message.mailKind === 'human' || message.mailKind === undefined || message.mailKind === null;
  const sleepsOn = ticket.view_type === 'snoozed' && ticket.wakes_on_reply === 0;
  const place = message.channel ? { channel: message.channel } : await placeOfLetter(tx, ticket, message);
  const [messageId, held] = await Promise.all([
    addMessage(tx, { ...inbound(ticket, message), ...place }),
    isHuman ? holdWaitingLetters(tx, ticket.id) : [],
  ]);
  const last = lastOf(messageId, message);
  if (!isHuman) {
    await tx.run(sql`update tickets set message_count = message_count + 1 where id = ${ticket.id}`);
  } else {
    const happening = sleepsOn ? 'customerWroteMeanwhile' : 'customerWrote';
    const isMoved = await moveTicket(tx, ticket, happening, { last, at: message.added });
    if (!isMoved) await noteLastMessage(tx, ticket.id, last);
  }
  const actor = customerActor(message);
  const key = isHuman && !sleepsOn ? cameBack[ticket.view_type] : undefined;
  await recordEvents(tx, [
    messageEvent(ticket, messageId, actor),
    ...(await addEventLines(tx, key ? [{ ticket, key }] : [], systemAuthor)),
    ...heldEvents(ticket, held),
    ticketEvent('updated', ticket, actor, messageId),
  ]);
  return { messageId };
}

/**
 * What was kept with its ticket as a program's was a person's, says somebody who read it: it moves the ticket as if it came
 * in as theirs, and has waited for us since it came. The ticket is locked.
 */
export async function customerWroteAfterAll(
  tx: Tx,
  ticket: Ticket,
  letter: { readonly id: number; readonly cameAt: Date; readonly customer: { id: number; name: string } },
  actor: Actor,
): Promise<void> {
  const { id, cameAt: at, customer } = letter;
  const sleepsOn = ticket.view_type === 'snoozed' && ticket.wakes_on_reply === 0;
  await tx.run(
    sql`update messages set mail_kind = 'human', author_kind = 'customer', author_id = ${customer.id}, author_name = ${customer.name} where id = ${id}`,
  );
  const held = await holdWaitingLetters(tx, ticket.id);
  await recountThread(tx, ticket.id);
  await moveTicket(tx, ticket, sleepsOn ? 'customerWroteMeanwhile' : 'customerWrote', { at });
  const key = sleepsOn ? undefined : cameBack[ticket.view_type];
  await recordEvents(tx, [
    messageEvent(ticket, id, actor, { action: 'updated' }),
    ...(await addEventLines(tx, key ? [{ ticket, key }] : [], systemAuthor)),
    ...heldEvents(ticket, held),
    ticketEvent('updated', ticket, actor, id),
  ]);
}

/**
 * An answer to a letter about a chat stands in that chat, also where the chat was merged into the ticket, when whoever was
 * sent the letter wrote it. What answers another letter of ours stands in none: an address that a visitor typed is no proof
 * that it is theirs. Where a letter does not say what it answers, that of the customer of a chat stands in it.
 */
async function placeOfLetter(
  tx: Tx,
  ticket: Ticket,
  { customer, mailKind, from, mailInReplyTo, mailReferences = [] }: Arrived,
): Promise<Pick<NewMessage, 'channel' | 'originTicketId'>> {
  const isChat = ticket.channel === 'chat';
  const beside = { channel: isChat ? 'mail' : ticket.channel };
  const answers = [...(mailInReplyTo ? [mailInReplyTo] : []), ...mailReferences];
  // A letter ticket is in no chat but by an answer.
  if (mailKind !== 'human' || (!isChat && answers.length === 0)) return beside;
  const ours = sql`from messages m left join chats c on c.ticket_id = m.origin_ticket_id and m.mail_kind = 'automatic'
    where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound' and m.channel = 'mail'`;
  const isSentTo = sql`exists (select from jsonb_array_elements(m.to_list) r where lower(r ->> 'address') = lower(${from?.address ?? ''}))`;
  const answered = await tx.row<{ chat: number | null; is_sent_to: boolean }>(
    sql`select c.ticket_id as chat, ${isSentTo} as is_sent_to ${ours} and m.mail_message_id = any (${answers}::text[]) order by m.id desc limit 1`,
  );
  if (answered?.chat && answered.is_sent_to) return { channel: 'chat', originTicketId: answered.chat };
  if (answered || !isChat) return beside;
  const sent = await tx.row<{ chat: number }>(
    sql`select c.ticket_id as chat ${ours} and c.ticket_id is not null and ${isSentTo} order by m.id desc limit 1`,
  );
  if (sent) return { channel: 'chat', originTicketId: sent.chat };
  return customer?.id === ticket.customer_id ? { channel: 'chat' } : beside;
}

/** Lines of what a letter brings back. */
const cameBack: Partial<Record<Ticket['view_type'], string>> = {
  resolved: 'reopened_by_customer',
  snoozed: 'woke_by_customer',
};

function inbound(ticket: Pick<Ticket, 'id' | 'company_id' | 'channel'>, message: Arrived): NewMessage {
  const { customer, hasAttachments: _counted, channel: _known, ...rest } = message;
  return {
    ...rest,
    companyId: ticket.company_id,
    ticketId: ticket.id,
    kind: 'inbound',
    direction: 1,
    channel: ticket.channel,
    author: customer
      ? { kind: 'customer', id: customer.id, name: message.from?.name || customer.name }
      : { kind: 'system', id: null, name: message.from?.name || message.from?.address || '' },
  };
}

const lastOf = (messageId: number, message: Arrived): LastMessage => ({
  messageId,
  direction: 1,
  line: firstLine(message.bodyText ?? ''),
  hasAttachments: message.hasAttachments,
});

const customerActor = ({ customer }: Arrived): Actor =>
  customer ? { kind: 'customer', id: customer.id } : systemActor;
