import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { escapeHtml, escapeLines } from '#platform/system-letter.ts';
import { addMessage, copyAttachments, oweDelivery } from '../messages/index.ts';
import { type LetterTools, lockTicket, messageEvent, subjectOf, type Ticket } from '../tickets/index.ts';

export type ChatLetter = {
  readonly email: string;
  readonly intro: string;
  readonly said: readonly Said[];
  readonly outro: string;
  /** Files that it carries. */
  readonly attachments?: readonly number[];
};
/** `files`: the names of what came with it, perhaps without a word. */
type Said = { readonly who: string; readonly text: string; readonly files: readonly string[] };
type Mailbox = { id: number; from_name: string; from_email: string; case_prefix: string };

const mailboxOf = (companyId: number, productId: number): Sql =>
  sql`select a.id, m.from_name, m.from_email, co.case_prefix from products p join companies co on co.id = p.company_id
          join channel_accounts a on a.company_id = p.company_id and a.kind = 'mailbox' and a.is_deleted = 0 and (a.product_id = p.id or a.id = p.mailbox_id)
          join mailboxes m on m.id = a.id
        where p.company_id = ${companyId} and p.id = ${productId} order by a.id = p.mailbox_id desc nulls last, a.id limit 1`;

/** A company without a mailbox has chat alone. */
export const canMail = async (tx: Tx, of: { company_id: number; product_id: number }): Promise<boolean> =>
  (await tx.row(sql`${mailboxOf(of.company_id, of.product_id)}`)) !== undefined;

/**
 * A letter of what was said in a chat, from the mailbox of its product: an answer to it comes into the same ticket, and so
 * into the same chat. Answers whether there was a mailbox to send it from.
 */
export async function mailFromChat(
  tx: Tx,
  chatId: number,
  { email, intro, said, outro, attachments = [] }: ChatLetter,
  makeMessageId: LetterTools['makeMessageId'],
): Promise<boolean> {
  const ticket = await lockOfChat(tx, chatId);
  if (!ticket || ticket.is_deleted === 1) return false;
  const companyId = ticket.company_id;
  const from = await tx.row<Mailbox>(sql`${mailboxOf(companyId, ticket.product_id)}`);
  if (!from) return false;
  const messageId = await addMessage(tx, {
    ...{ companyId, ticketId: ticket.id, originTicketId: chatId, kind: 'outbound', direction: 2, channel: 'mail' },
    author: { kind: 'system', id: null, name: from.from_name },
    from: { name: from.from_name, address: from.from_email },
    to: [{ name: '', address: email }],
    subject: subjectOf(ticket, from.case_prefix),
    bodyText: [intro, ...said.map((one) => `${one.who}: ${textOf(one)}`), outro].join('\n\n'),
    bodyHtml: [
      `<p>${escapeHtml(intro)}</p>`,
      ...said.map(
        (one) => `<blockquote><p><strong>${escapeHtml(one.who)}</strong></p>${paragraphs(textOf(one))}</blockquote>`,
      ),
      `<p>${escapeHtml(outro)}</p>`,
    ].join(''),
    mailKind: 'automatic',
    mailMessageId: makeMessageId({ companyId, ticketId: ticket.id, address: from.from_email }),
  });
  await copyAttachments(tx, attachments, { companyId, messageId });
  await oweDelivery(tx, {
    ...{ companyId, messageId, ticketId: ticket.id, channelAccountId: from.id, recipients: [email] },
  });
  await recordEvents(tx, [messageEvent(ticket, messageId, systemActor)]);
  return true;
}

/** The ticket of a chat, or what it was merged into; in the trash, too. */
export async function lockOfChat(tx: Tx, chatId: number): Promise<Ticket | undefined> {
  const named = await lockTicket(tx, chatId);
  return named?.merged_into_id ? lockTicket(tx, named.merged_into_id) : named;
}

const textOf = ({ text, files }: Said): string => [text, ...files].filter((line) => line !== '').join('\n');

const paragraphs = (text: string): string => `<p>${escapeLines(text)}</p>`;
