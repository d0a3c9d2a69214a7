import type { Address } from '#contract/messages.ts';
import { messageLettersMax } from '#contract/ticket-writing.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { NewMessage } from '../../messages/index.ts';
import type { Ticket } from '../ticket-queries.ts';
import { type AnsweredMail, chain, firstSubject, formerNumbers, replySubject } from './reply-headers.ts';
import { type Sender, signatureFor, signed } from './reply-sender.ts';
import type { LetterTools, Reply } from './reply-to-ticket.ts';

export const recipientsMax = 100;

/** How a reply reaches the customer: what its message says beside the words, and what the world is owed. */
export type Way = {
  readonly messageId: number;
  readonly authorName: string;
  readonly channel: Ticket['channel'];
  readonly letter: (tx: Tx, ticket: Ticket, caller: Caller, tools: LetterTools) => Promise<Partial<NewMessage>>;
  readonly owed: { readonly channelAccountId: number; readonly recipients: readonly string[] } | undefined;
};

/**
 * The way of a reply. A ticket that was merged may have a chat and letters: what answers a letter, or names somebody, is a
 * letter then, and what names nobody stands in the chat.
 */
export async function wayOf(
  tx: Tx,
  reply: Reply,
  ticket: Ticket,
  found: Sender | undefined,
  answered: AnsweredMail | undefined,
): Promise<Way> {
  const isNamed = recipientsOf(reply).length > 0;
  const isChat = ticket.channel === 'chat';
  const isOther = isChat === isNamed && (await hasAnswerable(tx, ticket, isNamed ? 'mail' : 'chat', reply.inReplyTo));
  return (isChat === isOther ? byMail : inChat)(reply, ticket, found, answered);
}

/** Whether somebody wrote into the ticket that way; of one message, whether that came that way. */
const hasAnswerable = async (
  tx: Tx,
  { id }: Ticket,
  channel: string,
  messageId: number | undefined,
): Promise<boolean> =>
  (await tx.row(
    sql`select from messages where ticket_id = ${id} and kind = 'inbound' and channel = ${channel}${messageId === undefined ? sql.empty : sql` and id = ${messageId}`} limit 1`,
  )) !== undefined;

/** As a letter of the mailbox, if it is whole and this ticket can be answered so. */
function byMail(reply: Reply, ticket: Ticket, found: Sender | undefined, answered: AnsweredMail | undefined): Way {
  requireWords(reply, ticket, answered);
  const recipients = recipientsOf(reply);
  if (reply.to.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
  if (recipients.length > recipientsMax)
    throw new Problem('limit_reached', { field: 'data.to', values: { max: recipientsMax } });
  if (!found?.account_id) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
  const { from_email: address, account_id: channelAccountId } = found;
  if (address === null) throw new Problem('cannot_send_as', { field: 'data.from' });
  const about = answered?.subject || ticket.title;
  return {
    ...{ messageId: found.next_message_id, authorName: found.author_name, owed: { channelAccountId, recipients } },
    channel: ticket.channel === 'chat' ? 'mail' : ticket.channel,
    letter: async (tx, { id, company_id: companyId, number }, caller, { makeMessageId, textOf }) => ({
      from: { name: found.from_name, address },
      ...{ to: reply.to, cc: reply.cc, bcc: reply.bcc },
      subject: reply.firstId
        ? firstSubject(about, found.case_prefix, number)
        : replySubject(about, found.case_prefix, number, await formerNumbers(tx, ticket, about, found.case_prefix)),
      ...signed(reply, await signatureFor(tx, { ticketId: id, caller, found, textOf })),
      logo: found.logo,
      mailMessageId: makeMessageId({ companyId, ticketId: id, address }),
      mailInReplyTo: answered?.mail_message_id ?? null,
      mailReferences: answered ? chain(answered) : [],
    }),
  };
}

/** An answer that a visitor has not read by then follows them by mail; each further one puts it off. */
const patienceSeconds = 120;

/** In the chat, where the visitor reads it: nothing is owed to anybody else. After a merge it stands in the chat that was answered. */
function inChat(reply: Reply, ticket: Ticket, found: Sender | undefined, answered: AnsweredMail | undefined): Way {
  requireWords(reply, ticket, answered);
  for (const field of ['to', 'cc', 'bcc'] as const)
    if (reply[field].length > 0) throw new Problem('invalid_value', { field: `data.${field}` });
  if (reply.bodyText.length > messageLettersMax.chat)
    throw new Problem('too_long', { field: 'data.body_html', values: { max: messageLettersMax.chat } });
  if (!found) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
  return {
    ...{ messageId: found.next_message_id, authorName: found.author_name, owed: undefined, channel: 'chat' },
    letter: async (tx) => {
      const place = await chatAnswered(tx, ticket, reply.inReplyTo);
      const told = await tx.run(
        sql`update chats set mail_due_at = now() + make_interval(secs => ${patienceSeconds}) where ticket_id = ${place.originTicketId}`,
      );
      // Its words were parted from it, every one: nobody reads here.
      if (told === 0) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
      return place;
    },
  };
}

/** Of a message that was named, or the visitor's last; where only answers were parted from a chat, in theirs. */
async function chatAnswered(
  tx: Tx,
  ticket: Ticket,
  inReplyTo: number | undefined,
): Promise<Pick<NewMessage, 'originTicketId' | 'partedToId'>> {
  const which = inReplyTo === undefined ? sql.empty : sql` and id = ${inReplyTo}`;
  const last = (kind: 'inbound' | 'outbound') =>
    tx.row<{ originTicketId: number; partedToId: number | null }>(
      sql`select origin_ticket_id as "originTicketId", parted_to_id as "partedToId" from messages
          where ticket_id = ${ticket.id} and kind = ${kind} and channel = 'chat'${which} order by id desc limit 1`,
    );
  return (await last('inbound')) ?? (await last('outbound')) ?? { originTicketId: ticket.id };
}

function requireWords(reply: Reply, ticket: Ticket, answered: AnsweredMail | undefined): void {
  if (ticket.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.ticket_id' });
  if (reply.bodyText.trim() === '' && reply.attachments.length === 0)
    throw new Problem('message_empty', { field: 'data.body_html' });
  if (reply.inReplyTo !== undefined && !answered) throw new Problem('not_found', { field: 'data.in_reply_to' });
}

const recipientsOf = ({ to, cc, bcc }: Reply): string[] => uniqueAddresses([...to, ...cc, ...bcc]);

export function uniqueAddresses(all: readonly Address[]): string[] {
  const seen = new Map(all.map((one) => [one.address.toLowerCase(), one.address]));
  return [...seen.values()];
}
