import type { Address } from '#contract/messages.ts';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addMessage, findByClientId, oweDelivery, takeUploads } from '../../messages/index.ts';
import { countUses, requireTemplates } from '../../templates/index.ts';
import { addEventLines, type LineAuthor } from '../event-lines.ts';
import { isPutAwaySince, letterLeft } from '../state/letter-left.ts';
import { putOff, readSnooze } from '../state/snooze-tickets.ts';
import { after } from '../state/ticket-life.ts';
import { lockAsNamed, noteRead } from '../ticket-access.ts';
import { messageEvent, ticketEvent } from '../ticket-events.ts';
import { firstLine, moveTicket, type Ticket } from '../ticket-queries.ts';
import { backByReply } from './back-by-reply.ts';
import { answeredMail } from './reply-headers.ts';
import { findSender } from './reply-sender.ts';
import { wayOf } from './reply-ways.ts';

export type Reply = {
  ticketId: number;
  clientId: string;
  /** Sanitised already: what is stored is what is sent. */
  bodyHtml: string;
  bodyText: string;
  to: readonly Address[];
  cc: readonly Address[];
  bcc: readonly Address[];
  attachments: readonly number[];
  /** One of the addresses the mailbox may send from; its own when absent. */
  from?: string | undefined;
  /** Templates it was written with. */
  templates?: readonly number[];
  inReplyTo: number | undefined;
  /** What becomes of the ticket with the letter; it is answered when absent. */
  andThen?: ThenMove | undefined;
  /** The newest message its writer has seen; undefined: they send it whatever was written meanwhile. */
  seenTo?: number | undefined;
  /** When its writer sent it, where it has waited since. */
  waitsSince?: Date | undefined;
  /** The id it was given where it answers nothing: its ticket began with it a moment ago, and is answered already. */
  firstId?: number;
};
export type ThenMove = { readonly view_type: 'resolved' } | { readonly snooze: SnoozeChoice };

/** Makes the Message-ID that joins an answer to its ticket; signed by whoever knows the key. */
export type MessageIdMaker = (of: { companyId: number; ticketId: number; address: string }) => string;

/** What replying needs beside the database. */
export type LetterTools = {
  readonly makeMessageId: MessageIdMaker;
  /** The words of HTML that was cleaned. */
  readonly textOf: (html: string) => string;
};

/** `ticketId`: where it was written, which is another ticket than was named when that one had been merged. */
export type Answered = { readonly messageId: number; readonly ticketId: number; readonly isNew: boolean };

/**
 * What else becomes true with a message. It is begun beside the first questions, so that its own travel with them, and answers
 * what to do once the message is known to be new, before anything is written.
 */
export type Along = (tx: Tx, ticketId: number) => Promise<(ticket: Ticket) => Promise<void>>;

/**
 * An agent answers. The letter, the new state of the ticket, the promise to deliver it and the news of it are one fact.
 * The same `clientId` twice is one reply.
 */
export function replyToTicket(
  db: Database,
  reply: Reply,
  caller: Caller,
  tools: LetterTools,
  along?: Along,
): Promise<Answered> {
  return db.transaction({ companies: caller.companies }, (tx) =>
    writeReply(tx, reply, caller, tools, { along, isLast: true }),
  );
}

/** The same within a transaction; `isLast`: it has nothing to do afterwards, and may end with what the letter writes. */
export async function writeReply(
  tx: Tx,
  reply: Reply,
  caller: Caller,
  tools: LetterTools,
  { along, isLast = false }: { along?: Along | undefined; isLast?: boolean } = {},
): Promise<Answered> {
  // Sent together, answered together: a reply costs two round trips, not a dozen.
  const [ticket, before, found, answered, goAlong] = await Promise.all([
    lockAsNamed(tx, reply.ticketId, caller, 'messages.create'),
    reply.firstId ? undefined : findByClientId(tx, reply.ticketId, reply.clientId),
    findSender(tx, reply, caller),
    reply.firstId ? undefined : answeredMail(tx, reply.ticketId, reply.inReplyTo),
    along?.(tx, reply.ticketId),
  ]);
  if (ticket.merged_into_id !== null)
    return writeReply(tx, { ...reply, ticketId: ticket.merged_into_id }, caller, tools, { along, isLast });
  if (before) return { messageId: before.id, ticketId: ticket.id, isNew: false };
  const way = await wayOf(tx, reply, ticket, found, answered);
  await requireUnanswered(tx, reply, caller);

  const used = { ids: reply.templates ?? [], companyId: ticket.company_id };
  await requireTemplates(tx, used);
  await goAlong?.(ticket);
  const { authorName } = way;
  const messageId = reply.firstId ?? way.messageId;
  const of = { companyId: ticket.company_id, ticketId: ticket.id };
  const last = {
    messageId,
    direction: 2,
    line: firstLine(reply.bodyText),
    hasAttachments: reply.attachments.length > 0,
  } as const;
  const actor = { kind: 'user', id: caller.userId } as const;
  if (after(ticket.view_type, 'agentReplied') === undefined)
    throw new Problem('not_in_this_state', { field: 'data.ticket_id' });
  const isPutAway = !reply.andThen && reply.waitsSince && (await isPutAwaySince(tx, ticket, reply.waitsSince));
  const back = reply.andThen || isPutAway ? undefined : await backByReply(tx, ticket);
  const letter = await way.letter(tx, ticket, caller, tools);
  const written = Promise.all([
    addMessage(tx, {
      ...of,
      id: messageId,
      kind: 'outbound',
      direction: 2,
      channel: way.channel,
      author: { ...actor, name: authorName },
      bodyHtml: reply.bodyHtml,
      bodyText: reply.bodyText,
      clientId: reply.clientId,
      ...letter,
    }),
    takeUploads(tx, { ids: reply.attachments, userId: caller.userId, companyId: ticket.company_id, messageId }),
    !reply.firstId &&
      (isPutAway ? letterLeft(tx, ticket, caller, last) : moveTicket(tx, ticket, 'agentReplied', { last })),
    way.owed && oweDelivery(tx, { ...of, messageId, ...way.owed }),
    noteRead(tx, ticket, caller.userId, messageId),
    countUses(tx, used, caller),
    recordEvents(tx, [
      messageEvent(ticket, messageId, actor, { clientId: reply.clientId }),
      ticketEvent('updated', ticket, actor, messageId),
    ]),
  ]);
  if (isLast && isWhole(reply, ticket)) tx.askedAll();
  await written;
  if (back) await recordEvents(tx, await addEventLines(tx, [back], { ...actor, name: authorName }));
  if (reply.andThen) {
    requireMayMove(ticket, caller);
    const answered: Ticket = { ...ticket, view_type: 'answered', waiting_since: null };
    await recordEvents(tx, await moveOn(tx, answered, reply.andThen, { ...actor, name: authorName }, messageId));
  }
  return { messageId, ticketId: ticket.id, isNew: true };
}

/** Nothing that it writes asks again, or may be refused by what it hears: then the commit need not wait for the answers. */
const isWhole = ({ andThen, attachments, waitsSince }: Reply, { view_type }: Ticket): boolean =>
  !andThen && !waitsSince && attachments.length === 0 && view_type !== 'snoozed' && view_type !== 'resolved';

/** `answer`: the letter that it goes along with. A line says so, for the day when that turns out to have reached nobody. */
export async function moveOn(
  tx: Tx,
  ticket: Ticket,
  then: ThenMove,
  author: LineAuthor,
  answer?: number,
): Promise<Happening[]> {
  if ('snooze' in then)
    return putOff(tx, ticket, readSnooze(then.snooze, 'data.and_then.snooze'), author, 'data.and_then');
  if (!(await moveTicket(tx, ticket, 'agentResolved')))
    throw new Problem('not_in_this_state', { field: 'data.and_then' });
  return addEventLines(tx, [{ ticket, key: 'resolved', values: answer === undefined ? {} : { answer } }], author);
}

/** Refuses a reply that could not leave now, before it waits for its time. */
export async function requireSendable(tx: Tx, reply: Reply, ticket: Ticket, caller: Caller): Promise<void> {
  const [found, answered] = await Promise.all([
    findSender(tx, reply, caller),
    answeredMail(tx, reply.ticketId, reply.inReplyTo),
  ]);
  await wayOf(tx, reply, ticket, found, answered);
  await requireUnanswered(tx, reply, caller);
  await requireTemplates(tx, { ids: reply.templates ?? [], companyId: ticket.company_id });
  if (!reply.andThen) return;
  requireMayMove(ticket, caller);
  if ('snooze' in reply.andThen) readSnooze(reply.andThen.snooze, 'data.and_then.snooze');
}

function requireMayMove(ticket: Ticket, caller: Caller): void {
  if (!caller.may(ticket.company_id, 'tickets.update')) throw new Problem('forbidden');
}

/** What still becomes of the ticket when a letter leaves late: a snooze whose time has passed would be over already. */
export const stillThen = (then: ThenMove | null, now = new Date()): ThenMove | undefined =>
  then === null || ('snooze' in then && new Date(`${then.snooze.until.replace(' ', 'T')}Z`) <= now) ? undefined : then;

/** Stops a reply whose writer has not seen what a colleague or the customer wrote meanwhile. */
async function requireUnanswered(tx: Tx, { ticketId, seenTo }: Reply, caller: Caller): Promise<void> {
  if (seenTo === undefined) return;
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from messages where ticket_id = ${ticketId} and id > ${seenTo} and kind in ('inbound', 'outbound', 'note')
          and (mail_kind is null or mail_kind = 'human') and (author_kind, author_id) is distinct from ('user', ${caller.userId}::bigint)`,
  );
  if (row && row.n > 0) throw new Problem('answered_meanwhile', { field: 'data.seen_to', values: { count: row.n } });
}
