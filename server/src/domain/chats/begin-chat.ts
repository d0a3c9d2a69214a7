import { type QuidgetSettings, quidgetSettings } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { escapeLines } from '#platform/system-letter.ts';
import { addMessage } from '../messages/index.ts';
import { firstLine, openTicket, type Ticket } from '../tickets/index.ts';
import { findInvitation, type Invitation, takeInvitation } from '../visits/index.ts';
import type { Asking } from './find-visitor.ts';
import { type Device, type Known, knowVisitor, type Said } from './know-visitor.ts';

export type Asked = Said & { readonly question: string };
export type Page = { readonly url: string; readonly title: string; readonly referrer: string };

export type FirstMessage = {
  readonly clientId: string;
  readonly text: string;
  readonly asked: Asked;
  readonly agrees: boolean;
  readonly page: Page;
  readonly device: Device;
  readonly isOnline: boolean;
  /** The key of what they answer, if they were written to first. */
  readonly invitation?: string | undefined;
};

/** A visitor's first message opens a ticket. The same one twice is one. Answers the ticket. */
export async function beginChat(
  tx: Tx,
  asking: Asking,
  first: FirstMessage,
): Promise<{ ticketId: number; known: Known; isNew: boolean }> {
  requireAsked(asking.quidget.settings, first);
  const known = await knowVisitor(tx, asking, first.asked, first.device);
  const before = await findBegun(tx, known.visitorId, first.clientId);
  if (before !== undefined) return { ticketId: before, known, isNew: false };
  const invitation =
    first.invitation === undefined ? undefined : await findInvitationOf(tx, asking, first.invitation, first.device);
  const ticketId = await openChat(tx, asking, known, { ...first, invitation });
  if (invitation && first.invitation !== undefined)
    await takeInvitation(tx, asking.quidget.company_id, first.invitation);
  return { ticketId, known, isNew: true };
}

/** The ticket that this visitor has opened with this message before. */
export async function findBegun(tx: Tx, visitorId: number, clientId: string): Promise<number | undefined> {
  const row = await tx.row<{ ticket_id: number }>(
    sql`select c.ticket_id from chats c join messages m on m.origin_ticket_id = c.ticket_id
        where c.visitor_id = ${visitorId} and m.client_id = ${clientId} limit 1`,
  );
  return row?.ticket_id;
}

/** The same for somebody who wrote again long after: their new ticket follows the old one. */
export async function openChat(
  tx: Tx,
  { quidget }: Asking,
  known: Known,
  {
    clientId,
    text,
    asked,
    page,
    isOnline,
    invitation,
    files = [],
  }: Pick<FirstMessage, 'clientId' | 'text' | 'page' | 'isOnline'> & {
    asked: Pick<Asked, 'question'>;
    invitation?: Invitation | undefined;
    /** What is taken into the message once it stands. */
    files?: readonly number[];
  },
  follows?: Ticket,
): Promise<number> {
  const customer = await tx.row<{ is_blocked: boolean }>(
    sql`select blocked_at is not null as is_blocked from customers where id = ${known.customerId}`,
  );
  // What was written first stands first.
  const invited = invitation && (await tx.row<{ id: number }>(sql`select nextval('messages_id_seq') as id`));
  const { ticketId, messageId } = await openTicket(
    tx,
    {
      ...{ companyId: quidget.company_id, productId: quidget.product_id, customerId: known.customerId },
      ...{ channelAccountId: quidget.id, channel: 'chat', looksLikeId: null, follows },
      title: firstLine(asked.question || text) || (await nameOfFile(tx, quidget.company_id, files[0])),
      isSpam: customer?.is_blocked ?? false,
    },
    {
      customer: { id: known.customerId, name: known.customerName },
      ...{ clientId, bodyText: text, mailKind: 'human', hasAttachments: files.length > 0 },
    },
  );
  const chat = await tx.row<{ key: string }>(
    sql`insert into chats (ticket_id, company_id, quidget_id, visitor_id, page_url, page_title, referrer, visitor_read_to, began_online)
        values (${ticketId}, ${quidget.company_id}, ${quidget.id}, ${known.visitorId}, ${page.url}, ${page.title}, ${page.referrer}, ${messageId}, ${isOnline}) returning key::text`,
  );
  if (invitation && invited) await writeInvitation(tx, quidget, { ticketId, messageId: invited.id, invitation });
  await recordEvents(tx, [
    {
      ...{ companyId: quidget.company_id, entity: 'chats', action: 'created', entityId: ticketId, ticketId },
      actor: { kind: 'customer', id: known.customerId },
      params: { visitor_id: known.visitorId, key: chat?.key },
    },
  ]);
  return ticketId;
}

/** What a ticket is about that begins by a file without words. */
async function nameOfFile(tx: Tx, companyId: number, id: number | undefined): Promise<string> {
  if (id === undefined) return '';
  const file = await tx.row<{ name: string }>(
    sql`select name from attachments where company_id = ${companyId} and id = ${id}`,
  );
  return firstLine(file?.name ?? '');
}

/** What the company asks of everybody before they are heard. */
function requireAsked({ form }: QuidgetSettings, { asked, agrees, isOnline }: FirstMessage): void {
  for (const [field, how] of Object.entries(form[isOnline ? 'online' : 'offline']) as [keyof Asked, string][])
    if (how === 'required' && asked[field].trim() === '')
      throw new Problem('required', { field: `data.asked.${field}` });
  if (form.consent === 'required' && !agrees) throw new Problem('required', { field: 'data.agrees' });
}

const findInvitationOf = (tx: Tx, { quidget }: Asking, key: string, { language }: Device) =>
  findInvitation(tx, {
    ...{ companyId: quidget.company_id, quidgetId: quidget.id, key, language },
    messages: quidgetSettings.parse(quidget.settings).proactive.messages,
  });

/** What the visitor answers is a message like any other, and the ticket is theirs who wrote it to this one visitor. */
async function writeInvitation(
  tx: Tx,
  { company_id: companyId, title }: Asking['quidget'],
  { ticketId, messageId, invitation }: { ticketId: number; messageId: number; invitation: Invitation },
): Promise<void> {
  const { text, from, isPersonal } = invitation;
  await addMessage(tx, {
    ...{ id: messageId, companyId, ticketId, kind: 'outbound', direction: 2, channel: 'chat', bodyText: text },
    bodyHtml: `<p>${escapeLines(text)}</p>`,
    author: from ? { kind: 'user', id: from.id, name: from.name } : { kind: 'system', id: null, name: title },
    mailKind: isPersonal ? null : 'automatic',
  });
  await tx.run(
    sql`update tickets set message_count = message_count + 1, assignee_id = coalesce(assignee_id, ${isPersonal ? (from?.id ?? null) : null}::bigint) where id = ${ticketId}`,
  );
}
