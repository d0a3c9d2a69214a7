import type { Tx } from '#platform/database.ts';
import { type Actor, type Happening, recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addMessage, type NewMessage } from '../messages/index.ts';
import { drawTicket, firstLine, type LastMessage, moveTicket, noteLastMessage, type Ticket } from './ticket-queries.ts';

/** A message of the world as intake hands it over; which ticket it belongs to is decided before. */
export type Arrived = Omit<NewMessage, 'companyId' | 'ticketId' | 'kind' | 'direction' | 'channel' | 'author'> & {
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
};

/** Opens a ticket with its first message. */
export async function openTicket(
  tx: Tx,
  the: NewTicket,
  message: Arrived,
): Promise<{ ticketId: number; messageId: number }> {
  const { number, ticketId, messageId } = await drawTicket(tx, the.companyId);
  const ticket = { id: ticketId, company_id: the.companyId, product_id: the.productId, channel: the.channel };
  const actor = customerActor(message);
  await Promise.all([
    tx.run(
      sql`insert into tickets (id, company_id, number, product_id, customer_id, channel_account_id, channel, title, waiting_since, looks_like_id,
            last_message_id, last_direction, last_line, message_count, has_attachments)
          overriding system value
          values (${ticketId}, ${the.companyId}, ${number}, ${the.productId}, ${the.customerId}, ${the.channelAccountId}, ${the.channel}, ${the.title}, now(), ${the.looksLikeId},
            ${messageId}, 1, ${firstLine(message.bodyText ?? '')}, 1, ${message.hasAttachments ? 1 : 0})`,
    ),
    addInbound(tx, ticket, { ...message, id: messageId }),
    recordEvents(tx, [ticketEvent('created', ticket, actor, messageId), messageEvent(ticket, messageId, actor)]),
  ]);
  return { ticketId, messageId };
}

/**
 * Appends a customer's message to a ticket. A person's letter makes it our turn again; automatic mail is kept with its
 * ticket and changes nothing about it.
 */
export async function customerWrote(tx: Tx, ticket: Ticket, message: Arrived): Promise<{ messageId: number }> {
  const isHuman = message.mailKind === 'human' || message.mailKind === undefined || message.mailKind === null;
  const messageId = await addInbound(tx, ticket, message);
  const last = lastOf(messageId, message);
  if (!isHuman) {
    await tx.run(sql`update tickets set message_count = message_count + 1 where id = ${ticket.id}`);
  } else if (!(await moveTicket(tx, ticket, 'customerWrote', last))) {
    await noteLastMessage(tx, ticket.id, last);
  }
  const actor = customerActor(message);
  const lineId = isHuman && ticket.view_type === 'resolved' ? await addReopenedLine(tx, ticket) : undefined;
  await recordEvents(tx, [
    messageEvent(ticket, messageId, actor),
    ...(lineId === undefined ? [] : [messageEvent(ticket, lineId, systemActor)]),
    ticketEvent('updated', ticket, actor, messageId),
  ]);
  return { messageId };
}

function addInbound(tx: Tx, ticket: Pick<Ticket, 'id' | 'company_id' | 'channel'>, message: Arrived): Promise<number> {
  const { customer, hasAttachments: _counted, ...rest } = message;
  return addMessage(tx, {
    ...rest,
    companyId: ticket.company_id,
    ticketId: ticket.id,
    kind: 'inbound',
    direction: 1,
    channel: ticket.channel,
    author: customer
      ? { kind: 'customer', id: customer.id, name: message.from?.name || customer.name }
      : { kind: 'system', id: null, name: message.from?.name || message.from?.address || '' },
  });
}

const lastOf = (messageId: number, message: Arrived): LastMessage => ({
  messageId,
  direction: 1,
  line: firstLine(message.bodyText ?? ''),
  hasAttachments: message.hasAttachments,
});

const addReopenedLine = (tx: Tx, ticket: Ticket) =>
  addMessage(tx, {
    companyId: ticket.company_id,
    ticketId: ticket.id,
    kind: 'event',
    direction: 1,
    channel: ticket.channel,
    author: { kind: 'system', id: null, name: '' },
    event: { key: 'reopened_by_customer', values: {} },
  });

const customerActor = ({ customer }: Arrived): Actor =>
  customer ? { kind: 'customer', id: customer.id } : systemActor;

export const ticketEvent = (
  action: Happening['action'],
  ticket: { id: number; company_id: number; product_id: number },
  actor: Actor,
  messageId?: number,
): Happening => ({
  companyId: ticket.company_id,
  entity: 'tickets',
  action,
  entityId: ticket.id,
  ticketId: ticket.id,
  actor,
  params: { product_id: ticket.product_id, ...(messageId === undefined ? {} : { message_id: messageId }) },
});

export const messageEvent = (
  ticket: { id: number; company_id: number },
  messageId: number,
  actor: Actor,
  about: { action?: Happening['action']; clientId?: string } = {},
): Happening => ({
  companyId: ticket.company_id,
  entity: 'messages',
  action: about.action ?? 'created',
  entityId: messageId,
  ticketId: ticket.id,
  actor,
  params: { ticket_id: ticket.id, ...(about.clientId ? { client_id: about.clientId } : {}) },
});

/** An answer of ours that left by another way: the ticket is answered as if it had been written here. */
export async function ticketAnswered(tx: Tx, ticket: Ticket, last: Omit<LastMessage, 'direction'>): Promise<void> {
  await moveTicket(tx, ticket, 'agentReplied', { direction: 2, ...last });
}
