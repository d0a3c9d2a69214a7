import type { Actor, Happening } from '#platform/events.ts';

/** News of a ticket. */
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

/** The same where news of people went along to another ticket, out of sight or back: bells count and list anew. */
export const withNews = (event: Happening): Happening => ({ ...event, params: { ...event.params, moves_news: true } });

/** News of a message of its thread. */
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
