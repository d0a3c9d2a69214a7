import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { NewMessage } from '../../messages/index.ts';
import type { Ticket } from '../ticket-queries.ts';
import { type AnsweredMail, chain, firstSubject, replySubject } from './reply-headers.ts';
import { type Sender, signatureFor, signed } from './reply-sender.ts';
import type { LetterTools, Reply } from './reply-to-ticket.ts';

export const recipientsMax = 100;

/** How a reply reaches the customer: what its message says beside the words, and what the world is owed. */
export type Way = {
  readonly messageId: number;
  readonly authorName: string;
  readonly letter: (tx: Tx, ticket: Ticket, caller: Caller, tools: LetterTools) => Promise<Partial<NewMessage>>;
  readonly owed: { readonly channelAccountId: number; readonly recipients: readonly string[] } | undefined;
};

/** As a letter of the mailbox, if it is whole and this ticket can be answered so. */
export function byMail(
  reply: Reply,
  ticket: Ticket,
  found: Sender | undefined,
  answered: AnsweredMail | undefined,
): Way {
  requireWords(reply, ticket, answered);
  const recipients = recipientsOf(reply);
  if (reply.to.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
  if (recipients.length > recipientsMax)
    throw new Problem('too_long', { field: 'data.to', values: { max: recipientsMax } });
  if (!found?.account_id) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
  const { from_email: address, account_id: channelAccountId } = found;
  if (address === null) throw new Problem('cannot_send_as', { field: 'data.from' });
  return {
    ...{ messageId: found.next_message_id, authorName: found.author_name, owed: { channelAccountId, recipients } },
    letter: async (tx, { id, company_id: companyId, title, number }, caller, { makeMessageId, textOf }) => ({
      from: { name: found.from_name, address },
      ...{ to: reply.to, cc: reply.cc, bcc: reply.bcc },
      subject: (reply.isFirst ? firstSubject : replySubject)(answered?.subject || title, found.case_prefix, number),
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
export function inChat(
  reply: Reply,
  ticket: Ticket,
  found: Sender | undefined,
  answered: AnsweredMail | undefined,
): Way {
  requireWords(reply, ticket, answered);
  for (const field of ['to', 'cc', 'bcc'] as const)
    if (reply[field].length > 0) throw new Problem('invalid_value', { field: `data.${field}` });
  if (!found) throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
  return {
    ...{ messageId: found.next_message_id, authorName: found.author_name, owed: undefined },
    letter: async (tx) => {
      const originTicketId = await chatAnswered(tx, ticket, reply.inReplyTo);
      await tx.run(
        sql`update chats set mail_due_at = now() + make_interval(secs => ${patienceSeconds}) where ticket_id = ${originTicketId}`,
      );
      return { originTicketId };
    },
  };
}

async function chatAnswered(tx: Tx, ticket: Ticket, inReplyTo: number | undefined): Promise<number> {
  const which = inReplyTo === undefined ? sql.empty : sql` and id = ${inReplyTo}`;
  const row = await tx.row<{ origin_ticket_id: number }>(
    sql`select origin_ticket_id from messages where ticket_id = ${ticket.id} and kind = 'inbound' and channel = 'chat'${which} order by id desc limit 1`,
  );
  return row?.origin_ticket_id ?? ticket.id;
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
