import { splitMessagesMax } from '#contract/ticket-merges.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { madeOnce } from '#platform/made-once.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { holdCustomers } from '../../customers/index.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import { snoozeAlike } from '../state/snooze-rows.ts';
import { type Parted, parted, wordsOf } from '../state/ticket-life.ts';
import { lockVisibleTicket, sees } from '../ticket-access.ts';
import { ticketEvent, withNews } from '../ticket-events.ts';
import { caseNumbers, drawTickets, lockTicket, type Ticket } from '../ticket-queries.ts';
import { formerNumbers, withoutNumbers } from '../writing/reply-headers.ts';
import { answersFollow } from './move-drafts.ts';
import { belongsTo, deliveriesFollow, mailsFollow, noticesFollow } from './move-messages.ts';
import { recountThread, settleRest } from './recount-thread.ts';

export type Split = { readonly split_id: number; readonly ticket_id: number; readonly case_number: string };

type Wanted = { readonly message_id: number; readonly from_here: 0 | 1 };

type Part = Parted & {
  id: number;
  belongs_to: number;
  channel: string;
  author_kind: 'customer' | 'user' | 'system';
  author_id: number | null;
  subject: string;
};

/**
 * Makes a ticket of its own of a message, alone or with all letters and notes that follow. Its customer is who wrote them;
 * it stands where its last letter leaves it, and of notes alone as the first one does. Both tickets know of each other.
 * The same `request_id` splits once.
 */
export function splitTicket(
  db: Transactions,
  { request_id: requestId, ...the }: Wanted & { request_id?: string | undefined },
  caller: Caller,
): Promise<Split> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const message = await tx.row<{ company_id: number }>(
      sql`select company_id from messages where id = ${the.message_id}`,
    );
    if (!message) throw new Problem('not_found', { field: 'data.message_id' });
    const request = { userId: caller.userId, requestId, companyId: message.company_id, what: 'tickets/split' };
    const [id = 0] = await madeOnce(tx, request, async () => [await split(tx, the, caller)]);
    const made = await tx.row<Split>(
      sql`select s.id as split_id, s.ticket_id, c.case_prefix || '-' || t.number as case_number from ticket_splits s
          join tickets t on t.id = s.ticket_id join companies c on c.id = s.company_id where s.id = ${id}`,
    );
    if (!made) throw new Problem('not_found', { field: 'data.message_id' });
    return made;
  });
}

async function split(tx: Tx, the: Wanted, caller: Caller): Promise<number> {
  const ticket = await lockTicketOf(tx, the.message_id, caller);
  const parts = await partsFrom(tx, ticket, the);
  const author = await authorOf(tx, caller);
  const fresh = await openFrom(tx, ticket, parts);
  await customerMergesKnow(tx, fresh.id, writerOf(parts));
  const ids = parts.map((one) => one.id);
  await tx.run(
    // What was said in a chat goes on standing there: its visitor has no other window.
    sql`update messages m set ticket_id = ${fresh.id}, origin_ticket_id = case when s.in_chat then m.origin_ticket_id else ${fresh.id} end,
            parted_to_id = case when s.in_chat then ${fresh.id}::bigint end
          from (select p.id, p.channel = 'chat' and p.kind <> 'note' and exists (select from chats c where c.ticket_id = p.origin_ticket_id) as in_chat
            from messages p where p.company_id = ${ticket.company_id} and p.id = any (${ids}::bigint[])) s
          where m.id = s.id`,
  );
  await Promise.all([deliveriesFollow(tx, fresh), mailsFollow(tx, ticket.company_id, ids)]);
  const way = { companyId: ticket.company_id, from: ticket.id, to: fresh.id };
  await noticesFollow(tx, way);
  const letters = await answersFollow(tx, { ...way, messageIds: ids });
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id)
          select company_id, ${fresh.id}::bigint, user_id, last_message_id from ticket_reads where ticket_id = ${ticket.id}`,
  );
  for (const one of [fresh, ticket]) await recountThread(tx, one.id);
  const isSettled = await settleRest(tx, ticket);
  const made = await tx.row<{ id: number }>(
    sql`insert into ticket_splits (company_id, from_ticket_id, ticket_id, message_ids, origin_ids, split_by, was_view_type, was_waiting_since, is_settled)
          values (${ticket.company_id}, ${ticket.id}, ${fresh.id}, ${ids}::bigint[], ${parts.map((one) => one.belongs_to)}::bigint[], ${caller.userId},
            ${ticket.view_type}, ${ticket.waiting_since}, ${isSettled ? 1 : 0}) returning id`,
  );
  if (!made) throw new Error('insert answered no row');
  await tx.run(
    sql`insert into ticket_links (company_id, ticket_id, other_id, kind, linked_by) values (${ticket.company_id}, ${fresh.id}, ${ticket.id}, 'split', ${caller.userId})`,
  );
  const numbers = await caseNumbers(tx, [ticket, fresh]);
  const caseNumber = numbers.get(fresh.id) ?? '';
  const actor: Actor = { kind: 'user', id: caller.userId };
  const lines = [
    { ticket, key: 'split_off', values: { number: caseNumber, id: fresh.id, count: ids.length } },
    { ticket: fresh, key: 'split_from', values: { number: numbers.get(ticket.id), id: ticket.id } },
  ];
  await recordEvents(tx, [
    ...(await addEventLines(tx, lines, author)),
    withNews(ticketEvent('created', fresh, actor)),
    { ...withNews(ticketEvent('updated', ticket, actor)), detail: { after: { split_off: caseNumber } } },
    ...letters,
  ]);
  return made.id;
}

async function lockTicketOf(tx: Tx, messageId: number, caller: Caller): Promise<Ticket> {
  const where = () =>
    tx.row<{ ticket_id: number }>(
      sql`select ticket_id from messages where id = ${messageId} and kind in ('inbound', 'outbound', 'note')`,
    );
  const before = await where();
  if (!before) throw new Problem('not_found', { field: 'data.message_id' });
  const seen = await lockTicket(tx, before.ticket_id);
  if (!seen || !sees(caller, seen)) throw new Problem('not_found', { field: 'data.message_id' });
  const ticket = await lockVisibleTicket(tx, before.ticket_id, caller, 'tickets.merge', 'data.message_id');
  // It went elsewhere while this one waited for its turn.
  if ((await where())?.ticket_id !== ticket.id || ticket.is_deleted === 1 || ticket.is_spam === 1)
    throw new Problem('not_in_this_state', { field: 'data.message_id' });
  if (ticket.erased_at !== null) throw new Problem('ticket_is_erased', { field: 'data.message_id' });
  return ticket;
}

/** What goes, in its order. Something has to stay. */
async function partsFrom(tx: Tx, ticket: Ticket, the: Wanted): Promise<Part[]> {
  const parts = await tx.rows<Part>(
    sql`select id, ${belongsTo} as belongs_to, kind, mail_kind, channel, author_kind, author_id, subject, added from messages
        where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound', 'note')
          and ${the.from_here === 1 ? sql`id >= ${the.message_id}` : sql`id = ${the.message_id}`} order by id limit ${splitMessagesMax + 1}`,
  );
  if (parts.length > splitMessagesMax)
    throw new Problem('limit_reached', { field: 'data.message_id', values: { max: splitMessagesMax } });
  const rest = await tx.row(
    sql`select 1 from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound', 'note')
          and id <> all (${parts.map((one) => one.id)}::bigint[]) limit 1`,
  );
  if (!rest) throw new Problem('nothing_left', { field: 'data.message_id' });
  return parts;
}

/**
 * A ticket for them, with the product, the channel, the assignee and the team of the one they come from; of what left a
 * chat without a word of it, with letters for a channel: no visitor would hear.
 */
async function openFrom(tx: Tx, ticket: Ticket, parts: readonly Part[]): Promise<Ticket> {
  const customerId = writerOf(parts) ?? ticket.customer_id;
  const [, [drawn]] = await Promise.all([holdCustomers(tx, [customerId]), drawTickets(tx, ticket.company_id, 1)]);
  if (!drawn) throw new Error('no number was drawn');
  const stands = parted(parts, ticket.view_type);
  const sleeps = stands.view_type === 'snoozed';
  const letters = parts.filter((one) => one.kind !== 'note');
  const isInChat = letters.some((one) => one.channel === 'chat');
  const channel = ticket.channel === 'chat' && !isInChat ? 'mail' : ticket.channel;
  const company = await tx.row<{ case_prefix: string }>(
    sql`select case_prefix from companies where id = ${ticket.company_id}`,
  );
  const about = letters[0]?.subject ?? '';
  const prefix = company?.case_prefix ?? '';
  const subject = withoutNumbers(about, prefix, await formerNumbers(tx, ticket, about, prefix));
  await tx.run(
    sql`insert into tickets (id, company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, assignee_id, team_id, waiting_since,
          resolved_at, snoozed_until, wakes_on_reply, last_direction)
        overriding system value
        select ${drawn.ticketId}, ${ticket.company_id}, ${drawn.number}, ${ticket.product_id}, coalesce(c.merged_into, c.id), ${ticket.channel_account_id}, ${channel},
          ${subject || ticket.title}, ${stands.view_type}, ${ticket.assignee_id}::bigint, ${ticket.team_id}::bigint, ${stands.waiting_since}::timestamptz,
          ${stands.view_type === 'resolved' ? ticket.resolved_at : null}::timestamptz, ${sleeps ? ticket.snoozed_until : null}::timestamptz,
          ${sleeps ? ticket.wakes_on_reply : 1}::smallint, ${wordsOf(parts).length > 0 ? 1 : 2}::smallint
        -- Whoever was being merged at this moment was waited for: the ticket is the survivor's now.
        from customers c where c.id = ${customerId}`,
  );
  if (sleeps) await snoozeAlike(tx, ticket, drawn.ticketId);
  const fresh = await lockTicket(tx, drawn.ticketId);
  if (!fresh) throw new Error('the new ticket is not there');
  return fresh;
}

const writerOf = (parts: readonly Part[]): number | null =>
  parts.find((one) => one.author_kind === 'customer' && one.author_id !== null)?.author_id ?? null;

/** Where its writer was merged with somebody else, the ticket goes back to them with what went then, when that is undone. */
async function customerMergesKnow(tx: Tx, ticketId: number, writer: number | null): Promise<void> {
  await tx.run(
    sql`with recursive went as (
          select m.id, m.survivor_id from customer_merges m where m.merged_id = ${writer} and m.undone_at is null
          union select m.id, m.survivor_id from went w join customer_merges m on m.merged_id = w.survivor_id and m.undone_at is null)
        update customer_merges m set ticket_ids = m.ticket_ids || ${ticketId}::bigint from went w where m.id = w.id`,
  );
}
