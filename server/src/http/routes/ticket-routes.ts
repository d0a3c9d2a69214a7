import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { sendLaterYearsMax } from '#contract/drafts.ts';
import type { Address } from '#contract/messages.ts';
import {
  assignTickets as assignCall,
  findAssignees as findAssigneesCall,
  putTicketsBack as putBackCall,
  readTickets,
  reopenTickets,
  resolveTickets,
} from '#contract/ticket-moves.ts';
import {
  addNote,
  replyToTicket as replyCall,
  replyDefaults as replyDefaultsCall,
  retryDelivery as retryCall,
  writeAgain,
} from '#contract/ticket-writing.ts';
import { ticketCounters } from '#contract/tickets.ts';
import { isReplyKept, keepWaiting, leaveWithDraft, type Waiting } from '#domain/drafts/index.ts';
import { resolveMentions } from '#domain/mentions/index.ts';
import { findPickedLetter, retryDelivery, uploadAgain } from '#domain/messages/index.ts';
import { markNoticesRead } from '#domain/notifications/index.ts';
import { ofTicketWithinReach } from '#domain/reach/index.ts';
import {
  answeredAgain,
  assignTickets,
  countTickets,
  findAssignees,
  type LetterTools,
  lockVisibleTicket,
  lockWhereFound,
  markRead,
  messageEvent,
  moveTickets,
  noteOnTicket,
  putAssignmentBack,
  putBack,
  type Reply,
  replyDefaults,
  replyToTicket,
  ticketEvent,
} from '#domain/tickets/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { LetterPace } from '../pace-letters.ts';
import type { Sessions } from '../sessions.ts';

/** Turns what an agent's editor sent into what is stored and sent. */
export type CleanHtml = (html: string) => Promise<{ html: string; text: string }>;
type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  cleanHtml: CleanHtml;
  letters: LetterTools;
  pace: LetterPace;
};

export function mountTickets(
  app: FastifyInstance,
  { db, sessions, mounted, wake, cleanHtml, letters, pace }: Needs,
): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(replyCall, async (data, { person }) => {
    const isWritten = () =>
      isReplyKept(
        db,
        { ticketId: data.ticket_id, clientId: data.client_id, waits: waitingOf(data) !== undefined },
        person,
      );
    await pace.reply(person, data.ticket_id, [data.to, data.cc, data.bcc], isWritten);
    const { html, text } = await cleanHtml(data.body_html);
    const reply: Reply = {
      ticketId: data.ticket_id,
      clientId: data.client_id,
      bodyHtml: html,
      bodyText: text,
      to: mailAddresses(data.to, 'to'),
      cc: mailAddresses(data.cc, 'cc'),
      bcc: mailAddresses(data.bcc, 'bcc'),
      attachments: data.attachments ?? [],
      templates: data.template_ids ?? [],
      inReplyTo: data.in_reply_to,
      from: data.from,
      seenTo: data.seen_to,
      andThen: data.and_then,
    };
    const version = data.draft_version;
    const waiting = waitingOf(data);
    if (waiting) {
      const kept = await keepWaiting(db, reply, waiting, person, { draftVersion: version });
      wake.nudge('waiting');
      wake.nudge('events');
      return { message_id: kept.messageId, ticket_id: kept.ticketId, waits_until: kept.waitsUntil };
    }
    const draft = {
      kind: 'reply',
      userId: person.userId,
      namedId: data.ticket_id,
      clientId: reply.clientId,
      version,
    } as const;
    const { messageId, ticketId } = await replyToTicket(db, reply, person, letters, (tx, id) =>
      leaveWithDraft(tx, { ...draft, ticketId: id }, reply),
    );
    wake.nudge('deliveries');
    wake.nudge('events');
    return { message_id: messageId, ticket_id: ticketId, waits_until: null };
  });

  on.withScope(addNote, async (data, { person }) => {
    const { html, text } = await cleanHtml(data.body_html);
    const called = { about: { ticketId: data.ticket_id }, mentions: data.mentions ?? [] };
    const mentions = await resolveMentions(db, called, person);
    const note = {
      ticketId: data.ticket_id,
      clientId: data.client_id,
      bodyHtml: html,
      bodyText: text,
      attachments: data.attachments ?? [],
      mentions,
    };
    const { client_id: clientId, draft_version: version } = data;
    const draft = { kind: 'note', userId: person.userId, namedId: data.ticket_id, clientId, version } as const;
    const { messageId, ticketId } = await noteOnTicket(db, note, person, (tx, id) =>
      leaveWithDraft(tx, { ...draft, ticketId: id }, note),
    );
    wake.nudge('events');
    return { message_id: messageId, ticket_id: ticketId };
  });

  on.withScope(retryCall, async (data, { person }) => {
    await db.transaction({ companies: person.companies }, async (tx) => {
      const { ticket } = await lockTicketOf(tx, data.message_id, person);
      const retried = await retryDelivery(tx, data.message_id);
      if (!retried) throw new Problem('not_in_this_state', { field: 'data.message_id' });
      const isAnswered = retried.reachedNobody && (await answeredAgain(tx, ticket, data.message_id));
      const actor = { kind: 'user', id: person.userId } as const;
      await recordEvents(tx, [
        messageEvent(ticket, data.message_id, actor, { action: 'updated' }),
        ...(isAnswered ? [ticketEvent('updated', ticket, actor)] : []),
      ]);
    });
    wake.nudge('deliveries');
    wake.nudge('events');
    return {};
  });

  on.withScope(writeAgain, async (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) => {
      const { ticket, kind } = await lockTicketOf(tx, data.message_id, person);
      if (kind !== 'outbound') throw new Problem('not_in_this_state', { field: 'data.message_id' });
      const of = { companyId: ticket.company_id, messageId: data.message_id };
      return { attachments: await uploadAgain(tx, of, person), in_reply_to: await findPickedLetter(tx, of) };
    }),
  );

  on.withScope(resolveTickets, async (data, { person }) => {
    const ids = await moveTickets(db, 'resolve', data.ids, person);
    wake.nudge('events');
    return { ids };
  });

  on.withScope(reopenTickets, async (data, { person }) => {
    const ids = await moveTickets(db, 'reopen', data.ids, person);
    wake.nudge('events');
    return { ids };
  });

  on.withScope(putBackCall, async (data, { person }) => {
    const { ids: asked, left } = data;
    const ids =
      left === 'assigned' ? await putAssignmentBack(db, asked, person) : await putBack(db, asked, left, person);
    wake.nudge('events');
    wake.nudge('snoozes');
    return { ids };
  });

  on.withScope(assignCall, async ({ if_assignee: ifAssignee, ...data }, { person }) => {
    const ids = await assignTickets(db, { ...data, ifAssignee }, person);
    wake.nudge('events');
    return { ids };
  });

  on.withScope(findAssigneesCall, (data, { person }) => findAssignees(db, data.company_id, person));

  on.withScope(readTickets, async (data, { person }) => {
    const isUnread = data.is_unread === 1;
    const isTold = await markRead(db, data.ids, { isUnread, upTo: data.up_to }, person);
    // Whoever opened the ticket has seen its news.
    const news = { ticketIds: data.ids, upToMessage: data.up_to };
    const isNews = !isUnread && (await markNoticesRead(db, person.userId, news));
    if (isTold || isNews) wake.nudge('events');
    return {};
  });

  on.withScope(ticketCounters, (data, { person }) => countTickets(db, person, data.company_id));

  on.withScope(replyDefaultsCall, (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) =>
      replyDefaults(tx, await lockWhereFound(tx, data.ticket_id, person, 'tickets.get'), data.message_id),
    ),
  );
}

/** When it leaves, if not at once. A time that somebody chose goes before the moment in which it can be taken back. */
export function waitingOf({
  send_at,
  hold_seconds,
}: Pick<z.output<typeof replyCall.data>, 'send_at' | 'hold_seconds'>): Waiting | undefined {
  if (send_at !== undefined) {
    requireSendAt(send_at);
    return { why: 'later', sendAt: send_at };
  }
  return hold_seconds ? { why: 'undo', seconds: hold_seconds } : undefined;
}

export function requireSendAt(sendAt: string): void {
  const at = new Date(`${sendAt.replace(' ', 'T')}Z`);
  const furthest = new Date();
  furthest.setUTCFullYear(furthest.getUTCFullYear() + sendLaterYearsMax);
  if (at <= new Date()) throw new Problem('time_not_ahead', { field: 'data.send_at' });
  if (at > furthest) throw new Problem('time_too_far', { field: 'data.send_at', values: { years: sendLaterYearsMax } });
}

/** A name or address that would break out of its header is refused, not repaired (SAFETY A33). */
export function mailAddresses(
  list: readonly { name?: string | undefined; address: string }[] | undefined,
  field: string,
): Address[] {
  return (list ?? []).map(({ name = '', address }, i) => {
    if (hasControls(name) || hasControls(address)) throw new Problem('unsafe_header', { field: `data.${field}[${i}]` });
    return { name: name.trim(), address };
  });
}

const hasControls = (text: string): boolean =>
  [...text].some((letter) => letter < ' ' || letter === '\u007f' || letter === '\u2028' || letter === '\u2029');

/** The ticket that a message stands in, for who writes about that message. */
async function lockTicketOf(tx: Tx, messageId: number, person: Caller) {
  const message = await tx.row<{ ticket_id: number; kind: string }>(
    sql`select ticket_id, kind from messages m where id = ${messageId} and ${ofTicketWithinReach(person, 'm', 'm.ticket_id') ?? sql.unsafe('true')}`,
  );
  if (!message) throw new Problem('not_found', { field: 'data.message_id' });
  const ticket = await lockVisibleTicket(tx, message.ticket_id, person, 'messages.create', 'data.message_id');
  return { ticket, kind: message.kind };
}
