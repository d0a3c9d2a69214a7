import type { Conversation } from '#contract/quidget-chat.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, type Ticket, ticketEvent } from '../tickets/index.ts';
import type { Chat } from './read-chats.ts';
import { lockLiving } from './write-in-chat.ts';

// The ticket is locked before the chat, as whoever answers in it does, so that nobody waits in a circle.

/** How far the visitor has read. It never goes back. Answers whether that is news. */
export async function noteVisitorRead(tx: Tx, chat: Chat, to: number): Promise<boolean> {
  if (to <= chat.read_by_visitor) return false;
  const ticket = await lockLiving(tx, chat.ticketId);
  const moved = await tx.run(
    sql`update chats set visitor_read_to = m.last from (select least(${to}::bigint, max(id)) as last from messages where origin_ticket_id = ${chat.ticketId}) m
        where ticket_id = ${chat.ticketId} and visitor_read_to < m.last`,
  );
  if (moved === 0) return false;
  await tx.run(
    sql`update chats set mail_due_at = null where ticket_id = ${chat.ticketId} and mail_due_at is not null
          and not exists (select from messages m where m.origin_ticket_id = chats.ticket_id and m.channel = 'chat' and m.kind = 'outbound' and m.id > chats.visitor_read_to)`,
  );
  await recordEvents(tx, [{ ...ticketEvent('updated', ticket, visitorActor(ticket)), isTold: true }]);
  return true;
}

/** The visitor has gone for good; what they write later opens it again. */
export async function endByVisitor(tx: Tx, chat: Chat): Promise<void> {
  const ticket = await lockLiving(tx, chat.ticketId);
  const ended = await tx.run(
    sql`update chats set ended_by_visitor = now() where ticket_id = ${chat.ticketId} and ended_by_visitor is null`,
  );
  if (ended === 1) await tellLine(tx, ticket, 'chat_ended');
}

/** What the visitor thought of it. */
export async function rateByVisitor(
  tx: Tx,
  chat: Chat,
  { rating, comment }: { rating: NonNullable<Conversation['rating']>; comment: string },
): Promise<void> {
  const ticket = await lockLiving(tx, chat.ticketId);
  const rated = await tx.run(
    sql`update chats set rating = ${rating}, rating_comment = ${comment}, rated_at = now()
        where ticket_id = ${chat.ticketId} and (rating, rating_comment) is distinct from (${rating}, ${comment})`,
  );
  if (rated === 0) return;
  const key = `chat_rated_${rating}${comment === '' ? '' : '_why'}`;
  await tellLine(tx, ticket, key, comment === '' ? {} : { comment });
  // Their page says it, too.
  const { customer_id, company_id: companyId } = ticket;
  const about = { companyId, entity: 'customers', action: 'updated', entityId: customer_id } as const;
  await recordEvents(tx, [{ ...about, actor: visitorActor({ customer_id }) }]);
}

async function tellLine(tx: Tx, ticket: Ticket, key: string, values: Record<string, unknown> = {}): Promise<void> {
  const author = { ...visitorActor(ticket), name: '' };
  await recordEvents(tx, [
    ...(await addEventLines(tx, [{ ticket, key, values }], author)),
    ticketEvent('updated', ticket, visitorActor(ticket)),
  ]);
}

const visitorActor = (ticket: { customer_id: number }) => ({ kind: 'customer', id: ticket.customer_id }) as const;
