import type { Address } from '#contract/messages.ts';
import { sideConversationsMax, sideRecipientsMax } from '#contract/side-conversations.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { dropSentDraft } from '../drafts/index.ts';
import { ownAddresses, withoutPlus } from '../mailboxes/index.ts';
import { addMessage, copyAttachments, findByClientId, oweDelivery, takeUploads } from '../messages/index.ts';
import {
  addEventLines,
  chain,
  findSender,
  lockVisibleTicket,
  messageEvent,
  type Sender,
  signatureFor,
  signed,
  type Ticket,
  ticketEvent,
} from '../tickets/index.ts';
import { type Forwarded, readForwarded } from './read-forwarded.ts';
import { insertSide, lockSide, type Side, withPartners, withSender } from './side-rows.ts';

export type SideLetter = {
  readonly clientId: string;
  /** Sanitised already: what is stored is what is sent. */
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly attachments: readonly number[];
  /** Of the draft that becomes this letter. */
  readonly draftVersion: number | undefined;
  /** It may be taken back for so long. */
  readonly holdSeconds: number;
};

export type Opening = SideLetter & {
  readonly ticketId: number;
  readonly subject: string;
  /** Letters of the thread that stand below, and which of their attachments go along. */
  readonly forwarded: readonly number[];
  readonly forwardedAttachments: readonly number[];
};

export type SideTools = {
  readonly makeSideMessageId: (of: { companyId: number; sideId: number; address: string }) => string;
  readonly textOf: (html: string) => string;
};

export type Sent = { sideId: number; messageId: number; waitsUntil: string | null };

/**
 * Begins a side conversation, from scratch or with letters of the thread. The ticket stays as it is: nobody was answered.
 * The same `clientId` twice is one letter.
 */
export function openSide(db: Database, the: Opening, caller: Caller, tools: SideTools): Promise<Sent> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockVisibleTicket(tx, the.ticketId, caller, 'messages.create');
    // Also the second time: it may have been kept only after the answer to the first was lost.
    await dropSentDraft(tx, ticket, draftOf(the, ticket, caller), the);
    const before = await sentBefore(tx, ticket, the.clientId);
    if (before) return before;
    if (ticket.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.ticket_id' });
    await requireRoom(tx, ticket);
    const found = await findSender(tx, { ticketId: ticket.id }, caller);
    if (!found?.account_id || found.from_email === null)
      throw new Problem('ticket_has_no_channel', { field: 'data.ticket_id' });
    const forwarded = await readForwarded(tx, ticket, the, { userId: caller.userId, textOf: tools.textOf });
    const from = { accountId: found.account_id, address: found.from_email };
    const side = await insertSide(tx, ticket, { ...from, subject: the.subject.trim(), openedBy: caller.userId });
    return write(tx, { ticket, side, sender: found, letter: the, forwarded, subject: the.subject }, caller, tools);
  });
}

/** Writes on in a side conversation. */
export function replyInSide(
  db: Database,
  sideId: number,
  the: SideLetter,
  caller: Caller,
  tools: SideTools,
): Promise<Sent> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { side: begun, ticket } = await lockSide(tx, sideId, caller, 'messages.create');
    await dropSentDraft(tx, ticket, { ...draftOf(the, ticket, caller), sideId }, the);
    const before = await sentBefore(tx, ticket, the.clientId);
    if (before) return before;
    if (ticket.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.side_id' });
    const found = await findSender(tx, { ticketId: ticket.id }, caller);
    if (!found) throw new Error(`no ticket ${ticket.id}`);
    const side = await withSender(tx, begun, found);
    const subject = cutLetters(`Re: ${side.subject.replace(/^((re|fwd?)\s*:\s*)+/i, '')}`, 998);
    return write(tx, { ticket, side, sender: found, letter: the, forwarded: undefined, subject }, caller, tools);
  });
}

const draftOf = ({ draftVersion: version }: SideLetter, { id: namedId }: Ticket, { userId }: Caller) =>
  ({ kind: 'side', userId, namedId, version }) as const;

async function sentBefore(tx: Tx, ticket: Ticket, clientId: string): Promise<Sent | undefined> {
  const before = await findByClientId(tx, ticket.id, clientId);
  if (!before) return undefined;
  const row = await tx.row<{ side_id: number | null }>(sql`select side_id from messages where id = ${before.id}`);
  if (!row?.side_id) throw new Problem('not_found', { field: 'data.client_id' });
  return { sideId: row.side_id, messageId: before.id, waitsUntil: null };
}

/** Whether a letter of a side conversation, or of this ticket's, was written before. */
export async function isSideLetterSent(
  db: Database,
  at: { readonly ticketId: number } | { readonly sideId: number },
  clientId: string,
  { companies }: Caller,
): Promise<boolean> {
  const ticketId =
    'sideId' in at
      ? sql`(select ticket_id from side_conversations where id = ${at.sideId})`
      : sql`${at.ticketId}::bigint`;
  const found = await db.reader({ companies }).row(
    sql`select 1 from tickets t join messages m on m.ticket_id = ${sql.orElse('t.merged_into_id', 't.id')} and m.client_id = ${clientId}
        where t.id = ${ticketId} and m.side_id is not null`,
  );
  return found !== undefined;
}

async function requireRoom(tx: Tx, ticket: Ticket): Promise<void> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from side_conversations where company_id = ${ticket.company_id} and ticket_id = ${ticket.id}`,
  );
  if ((row?.n ?? 0) >= sideConversationsMax)
    throw new Problem('limit_reached', { field: 'data.ticket_id', values: { max: sideConversationsMax } });
}

type Writing = {
  readonly ticket: Ticket;
  readonly side: Side;
  readonly sender: Sender;
  readonly letter: SideLetter;
  readonly forwarded: Forwarded | undefined;
  readonly subject: string;
};

async function write(tx: Tx, the: Writing, caller: Caller, tools: SideTools): Promise<Sent> {
  const { ticket, side, sender, letter, forwarded, subject } = the;
  await requireRecipients(tx, ticket, letter);
  const isEmpty = letter.bodyText.trim() === '' && letter.attachments.length === 0 && !forwarded;
  if (isEmpty) throw new Problem('message_empty', { field: 'data.body_html' });
  const parent = await lastLetter(tx, side);
  const signature = await signatureFor(tx, { ticketId: ticket.id, caller, found: sender, textOf: tools.textOf });
  const of = { companyId: ticket.company_id, ticketId: ticket.id };
  const actor = { kind: 'user', id: caller.userId } as const;
  const messageId = await addMessage(tx, {
    ...of,
    sideId: side.id,
    kind: forwarded ? 'forward' : 'side_outbound',
    direction: 2,
    channel: 'mail',
    author: { ...actor, name: sender.author_name },
    from: { name: sender.from_name, address: side.from_address },
    to: letter.to,
    cc: letter.cc,
    subject,
    ...signed(letter, signature),
    quotedHtml: forwarded?.html ?? null,
    quotedText: forwarded?.text ?? '',
    clientId: letter.clientId,
    mailMessageId: tools.makeSideMessageId({ companyId: of.companyId, sideId: side.id, address: side.from_address }),
    mailInReplyTo: parent?.mail_message_id ?? null,
    mailReferences: parent ? chain(parent) : [],
  });
  await takeUploads(tx, { ids: letter.attachments, userId: caller.userId, companyId: of.companyId, messageId });
  if (forwarded) await copyAttachments(tx, forwarded.attachments, { companyId: of.companyId, messageId });
  const to = [...letter.to, ...letter.cc];
  const addresses = [...new Map(to.map((one) => [one.address.toLowerCase(), one.address])).values()];
  await oweDelivery(tx, {
    ...of,
    messageId,
    channelAccountId: side.channel_account_id,
    recipients: addresses,
    holdSeconds: letter.holdSeconds,
  });
  await tx.run(
    sql`update side_conversations set state = 'open', is_unseen = 0, last_message_id = ${messageId}, updated = now(),
          partners = ${JSON.stringify(withPartners(side.partners, to))}::jsonb where id = ${side.id}`,
  );
  const happened: Happening[] = [
    messageEvent(ticket, messageId, actor, { clientId: letter.clientId }),
    ticketEvent('updated', ticket, actor, messageId),
  ];
  // A forwarded letter shows in the thread itself.
  if (!parent && !forwarded) {
    const line = { ticket, key: 'side_begun', values: { side_id: side.id, with: nameOf(letter.to[0]), subject } };
    happened.push(...(await addEventLines(tx, [line], { ...actor, name: sender.author_name })));
  }
  await recordEvents(tx, happened);
  return { sideId: side.id, messageId, waitsUntil: await dueAt(tx, messageId, letter.holdSeconds) };
}

const nameOf = (one: Address | undefined): string => one?.name || (one?.address ?? '');

/** Somebody, not too many, none of them the customer of this ticket (who would get what is not theirs) or ourselves. */
async function requireRecipients(tx: Tx, ticket: Ticket, { to, cc }: SideLetter): Promise<void> {
  if (to.length === 0) throw new Problem('recipient_missing', { field: 'data.to' });
  if (to.length + cc.length > sideRecipientsMax)
    throw new Problem('limit_reached', { field: 'data.to', values: { max: sideRecipientsMax } });
  const all = [...to, ...cc].map((one) => one.address.toLowerCase());
  const [customers, own] = await Promise.all([customerAddresses(tx, ticket, all), ownAddresses(tx, ticket.company_id)]);
  const field = (address: string) => (to.some((one) => one.address.toLowerCase() === address) ? 'data.to' : 'data.cc');
  for (const address of all) {
    if (customers.has(address))
      throw new Problem('recipient_is_customer', { field: field(address), values: { address } });
    if (own.includes(address) || own.includes(withoutPlus(address)))
      throw new Problem('recipient_is_mailbox', { field: field(address), values: { address } });
  }
}

/** Which of these addresses are the customer's: of the ticket, or of what was merged into it. */
export async function customerAddresses(
  tx: Tx,
  ticket: Pick<Ticket, 'id' | 'company_id'>,
  asked: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ value: string }>(
    sql`select i.value from customer_identities i where i.company_id = ${ticket.company_id} and i.kind = 'email' and i.value = any (${asked}::text[])
          and i.customer_id in (select t.customer_id from tickets t where t.company_id = ${ticket.company_id} and (t.id = ${ticket.id} or t.merged_into_id = ${ticket.id}))`,
  );
  return new Set(rows.map((row) => row.value));
}

type Parent = { subject: string; mail_message_id: string | null; mail_references: string[] };

/** What the letter continues. Letters of the thread stand in none of its headers: they would open the thread. */
const lastLetter = (tx: Tx, side: Side): Promise<Parent | undefined> =>
  tx.row<Parent>(
    sql`select subject, mail_message_id, mail_references from messages
        where company_id = ${side.company_id} and side_id = ${side.id} and coalesce(mail_message_id, '') <> '' order by id desc limit 1`,
  );

async function dueAt(tx: Tx, messageId: number, holdSeconds: number): Promise<string | null> {
  if (holdSeconds === 0) return null;
  const row = await tx.row<{ at: string }>(
    sql`select to_char(due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at from deliveries where message_id = ${messageId}`,
  );
  return row?.at ?? null;
}
