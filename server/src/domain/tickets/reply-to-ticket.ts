import type { Address } from '#contract/messages.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addMessage, findByClientId, oweDelivery, takeUploads } from '../messages/index.ts';
import { messageEvent, ticketEvent } from './customer-wrote.ts';
import { lockVisibleTicket, noteRead } from './ticket-access.ts';
import { firstLine, moveTicket, noteLastMessage, type Ticket } from './ticket-queries.ts';

export const recipientsMax = 100;

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
  inReplyTo: number | undefined;
};

/** Makes the Message-ID that joins an answer to its ticket; signed by whoever knows the key. */
export type MessageIdMaker = (of: { companyId: number; ticketId: number; address: string }) => string;

export type Answered = { readonly messageId: number; readonly isNew: boolean };

/**
 * An agent answers. The letter, the new state of the ticket, the promise to deliver it and the news of it are one fact.
 * The same `clientId` twice is one reply.
 */
export async function replyToTicket(
  db: Database,
  reply: Reply,
  caller: Caller,
  makeMessageId: MessageIdMaker,
): Promise<Answered> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockVisibleTicket(tx, reply.ticketId, caller, 'messages.create');
    const before = await findByClientId(tx, ticket.id, reply.clientId);
    if (before) return { messageId: before.id, isNew: false };

    if (ticket.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.ticket_id' });
    if (reply.bodyText.trim() === '' && reply.attachments.length === 0)
      throw new Problem('message_empty', { field: 'data.body_html' });
    const recipients = uniqueAddresses([...reply.to, ...reply.cc, ...reply.bcc]);
    if (reply.to.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
    if (recipients.length > recipientsMax)
      throw new Problem('too_long', { field: 'data.to', values: { max: recipientsMax } });

    const sender = await senderOf(tx, ticket, caller);
    const answered = await answeredMail(tx, ticket, reply.inReplyTo);
    const messageId = await addMessage(tx, {
      companyId: ticket.company_id,
      ticketId: ticket.id,
      kind: 'outbound',
      direction: 2,
      channel: ticket.channel,
      author: { kind: 'user', id: caller.userId, name: sender.authorName },
      from: { name: sender.fromName, address: sender.fromEmail },
      to: reply.to,
      cc: reply.cc,
      bcc: reply.bcc,
      subject: replySubject(answered?.subject || ticket.title, sender.casePrefix, ticket.number),
      bodyHtml: reply.bodyHtml,
      bodyText: reply.bodyText,
      clientId: reply.clientId,
      mailMessageId: makeMessageId({ companyId: ticket.company_id, ticketId: ticket.id, address: sender.fromEmail }),
      mailInReplyTo: answered?.mail_message_id ?? null,
      mailReferences: answered ? chain(answered) : [],
    });
    await takeUploads(tx, { ids: reply.attachments, userId: caller.userId, companyId: ticket.company_id, messageId });
    await noteLastMessage(tx, {
      ticketId: ticket.id,
      messageId,
      direction: 2,
      line: firstLine(reply.bodyText),
      hasAttachments: reply.attachments.length > 0,
    });
    if (!(await moveTicket(tx, ticket, 'agentReplied')))
      throw new Problem('not_in_this_state', { field: 'data.ticket_id' });
    await oweDelivery(tx, {
      companyId: ticket.company_id,
      messageId,
      ticketId: ticket.id,
      channelAccountId: sender.accountId,
      recipients,
    });
    await noteRead(tx, ticket, caller.userId, messageId);
    const actor = { kind: 'user', id: caller.userId } as const;
    await recordEvents(tx, [
      messageEvent(ticket, messageId, actor, { clientId: reply.clientId }),
      ticketEvent('updated', ticket, actor, messageId),
    ]);
    return { messageId, isNew: true };
  });
}

type Sender = { accountId: number; fromName: string; fromEmail: string; authorName: string; casePrefix: string };

/** The mailbox the ticket came to answers it; when that is gone, another one of the same product. */
async function senderOf(tx: Tx, ticket: Ticket, caller: Caller): Promise<Sender> {
  const row = await tx.row<{
    id: number;
    from_name: string;
    from_email: string;
    author_name: string;
    case_prefix: string;
  }>(
    sql`select a.id, m.from_name, m.from_email, c.case_prefix, (select name from users where id = ${caller.userId}) as author_name
        from channel_accounts a join mailboxes m on m.id = a.id join companies c on c.id = a.company_id
        where a.company_id = ${ticket.company_id} and a.is_deleted = 0 and a.kind = 'mailbox' and (a.id = ${ticket.channel_account_id} or a.product_id = ${ticket.product_id})
        order by a.id = ${ticket.channel_account_id} desc, a.id limit 1`,
  );
  if (!row) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
  return {
    accountId: row.id,
    fromName: row.from_name,
    fromEmail: row.from_email,
    authorName: row.author_name ?? '',
    casePrefix: row.case_prefix,
  };
}

type AnsweredMail = { id: number; subject: string; mail_message_id: string | null; mail_references: string[] };

async function answeredMail(tx: Tx, ticket: Ticket, messageId: number | undefined): Promise<AnsweredMail | undefined> {
  const columns = sql.unsafe('id, subject, mail_message_id, mail_references');
  if (messageId !== undefined) {
    const named = await tx.row<AnsweredMail>(
      sql`select ${columns} from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and id = ${messageId}`,
    );
    if (!named) throw new Problem('not_found', { field: 'data.in_reply_to' });
    return named;
  }
  return tx.row<AnsweredMail>(
    sql`select ${columns} from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound') and mail_message_id is not null
        order by (kind = 'inbound' and mail_kind = 'human') desc, id desc limit 1`,
  );
}

/** RFC 5322 section 3.6.4: the parent's references and the parent. Cut in the middle, keeping the first and the latest. */
const referencesMax = 20;
function chain(parent: AnsweredMail): string[] {
  const all = [...new Set([...parent.mail_references, ...(parent.mail_message_id ? [parent.mail_message_id] : [])])];
  return all.length <= referencesMax ? all : [...all.slice(0, 1), ...all.slice(1 - referencesMax)];
}

/** One `Re:` and one case number, however often the letter went to and fro. */
export function replySubject(subject: string, casePrefix: string, number: number): string {
  const bare = subject
    .replace(/^((re|fwd?|aw|wg|відп|відповідь|rv|sv|antw)(\[\d+\])?\s*[::]\s*)+/i, '')
    .replace(/\s*\[[^\][]{1,4}-\d{1,10}\]\s*/g, ' ')
    .trim();
  return `Re: ${bare || '—'} [${casePrefix}-${number}]`.slice(0, 998);
}

function uniqueAddresses(all: readonly Address[]): string[] {
  const seen = new Map(all.map((one) => [one.address.toLowerCase(), one.address]));
  return [...seen.values()];
}
