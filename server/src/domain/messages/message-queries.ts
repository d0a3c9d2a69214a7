import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Letters to and from third parties: never for the customer, and never part of the thread that is answered. */
export type SideKind = 'forward' | 'side_inbound' | 'side_outbound';
/** Whether a message `m` stands in a side conversation alone: what was forwarded is in the thread as well. */
export const isBeside = sql`m.kind in ('side_inbound', 'side_outbound')`;

export type NewMessage = {
  /** Drawn before by `nextMessageId`, so that what refers to the message can be sent along with it. */
  id?: number;
  companyId: number;
  ticketId: number;
  /** In which ticket it was written, when that was merged into this one. */
  originTicketId?: number | undefined;
  /** The ticket that what it answers was parted into, where it goes on standing in the chat it was parted from. */
  partedToId?: number | null | undefined;
  kind: 'inbound' | 'outbound' | 'note' | 'event' | SideKind;
  sideId?: number;
  direction: 1 | 2;
  channel: string;
  author: { kind: 'customer' | 'user' | 'system'; id: number | null; name: string };
  from?: Address | null;
  to?: readonly Address[];
  cc?: readonly Address[];
  bcc?: readonly Address[];
  /** Where its writer wants the answer; where it came from when absent. */
  replyTo?: readonly Address[];
  subject?: string;
  bodyHtml?: string | null;
  bodyText?: string;
  /** Of the company, where the letter shows it. */
  logo?: string | null;
  quotedHtml?: string | null;
  quotedText?: string;
  remoteImages?: number;
  mailKind?: 'human' | 'automatic' | 'bounce' | 'bulk' | null;
  isVerified?: boolean | null;
  event?: { key: string; values: Record<string, unknown> };
  clientId?: string | null;
  mailMessageId?: string | null;
  mailInReplyTo?: string | null;
  mailReferences?: readonly string[];
  inboundMailId?: number | null;
  /** When it was written or came in, where that was before now. What follows what goes by the id, not by this. */
  added?: Date;
};

/** Writes a message. Its recipients are decided here and never computed again. */
export async function addMessage(tx: Tx, message: NewMessage): Promise<number> {
  const [id] = await addMessages(tx, [message]);
  if (id === undefined) throw new Error('insert answered no row');
  return id;
}

/** Writes several, in their order, in one statement. Answers their ids. */
export async function addMessages(tx: Tx, all: readonly NewMessage[]): Promise<number[]> {
  if (all.length === 0) return [];
  const rows = all.map((m) => ({
    ...{ id: m.id, company_id: m.companyId, ticket_id: m.ticketId, kind: m.kind, direction: m.direction },
    ...{ side_id: m.sideId },
    ...{ origin_ticket_id: m.originTicketId ?? m.ticketId, parted_to_id: m.partedToId },
    ...{ channel: m.channel, author_kind: m.author.kind, author_id: m.author.id, author_name: m.author.name },
    ...{ from_name: m.from?.name ?? '', from_address: m.from?.address },
    ...{
      to_list: m.to ?? [],
      cc_list: m.cc ?? [],
      bcc_list: m.bcc ?? [],
      reply_to_list: m.replyTo ?? [],
      subject: m.subject ?? '',
    },
    ...{ body_html: m.bodyHtml, body_text: m.bodyText ?? '', logo: m.logo },
    ...{ quoted_html: m.quotedHtml, quoted_text: m.quotedText ?? '', remote_images: m.remoteImages ?? 0 },
    ...{ mail_kind: m.mailKind, is_verified: m.isVerified, event_key: m.event?.key, event_values: m.event?.values },
    ...{ client_id: m.clientId, mail_message_id: m.mailMessageId, mail_in_reply_to: m.mailInReplyTo },
    ...{ mail_references: m.mailReferences ?? [], inbound_mail_id: m.inboundMailId, added: m.added },
  }));
  const written = await tx.rows<{ id: number }>(
    sql`insert into messages (id, company_id, ticket_id, origin_ticket_id, parted_to_id, side_id, kind, direction, channel, author_kind, author_id, author_name, from_name, from_address,
          to_list, cc_list, bcc_list, reply_to_list, subject, body_html, body_text, quoted_html, quoted_text, remote_images, mail_kind, is_verified, event_key, event_values,
          client_id, mail_message_id, mail_in_reply_to, mail_references, inbound_mail_id, logo, added)
        overriding system value
        select coalesce(id, nextval('messages_id_seq')), company_id, ticket_id, origin_ticket_id, parted_to_id, side_id, kind, direction, channel, author_kind, author_id, author_name, from_name, from_address,
          to_list, cc_list, bcc_list, reply_to_list, subject, body_html, body_text, quoted_html, quoted_text, remote_images, mail_kind, is_verified, event_key, event_values,
          client_id, mail_message_id, mail_in_reply_to, mail_references, inbound_mail_id, logo, coalesce(added, now())
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, company_id bigint, ticket_id bigint, origin_ticket_id bigint, parted_to_id bigint, side_id bigint, kind text, direction int, channel text,
          author_kind text, author_id bigint, author_name text, from_name text, from_address text, to_list jsonb, cc_list jsonb, bcc_list jsonb, reply_to_list jsonb, subject text,
          body_html text, body_text text, quoted_html text, quoted_text text, remote_images int, mail_kind text, is_verified boolean, event_key text, event_values jsonb,
          client_id uuid, mail_message_id text, mail_in_reply_to text, mail_references text[], inbound_mail_id bigint, logo text, added timestamptz)
        returning id`,
  );
  return written.map((row) => row.id);
}

/** The message this sender wrote before under the same id: a repeated request finds its first result. */
export const findByClientId = (tx: Tx, ticketId: number, clientId: string): Promise<{ id: number } | undefined> =>
  tx.row<{ id: number }>(sql`select id from messages where ticket_id = ${ticketId} and client_id = ${clientId}`);

/** Which letter of its ticket a letter of ours answers, where that was not the last one then. */
export async function findPickedLetter(tx: Tx, of: { companyId: number; messageId: number }): Promise<number | null> {
  const row = await tx.row<{ id: number }>(
    sql`select a.id from messages m join messages a on a.company_id = m.company_id and a.ticket_id = m.ticket_id and a.mail_message_id = m.mail_in_reply_to
        where m.company_id = ${of.companyId} and m.id = ${of.messageId} and exists (
          select from messages b where b.company_id = m.company_id and b.ticket_id = m.ticket_id and b.id > a.id and b.id < m.id
            and b.kind in ('inbound', 'outbound') and (b.mail_kind is null or b.mail_kind = 'human'))
        order by a.id desc limit 1`,
  );
  return row?.id ?? null;
}

export type MailPlace = {
  readonly id: number;
  readonly ticketId: number;
  readonly sideId: number | null;
  readonly kind: NewMessage['kind'];
};
type NamedPlace = MailPlace & { readonly mailMessageId: string };

const placesMax = 1000;

/** Messages of ours or of the customer by their Message-ID, newest first. A hint: it proves nothing about who writes. */
export const findByMailMessageIds = (tx: Tx, companyId: number, messageIds: readonly string[]): Promise<NamedPlace[]> =>
  tx.rows<NamedPlace>(
    sql`select id, ticket_id as "ticketId", side_id as "sideId", kind, mail_message_id as "mailMessageId" from messages
        where company_id = ${companyId} and mail_message_id = any (${messageIds}::text[]) order by id desc limit ${placesMax}`,
  );

/** First half of the advisory lock `(this, hash of company and Message-ID)`. */
const letterLock = 1_886_544_001;

/** A letter that reached the company before, by another address of it. */
export type SameLetter = NamedPlace & {
  readonly fromAddress: string;
  readonly subject: string;
  readonly bodyText: string;
  /** SHA-256 of its files in hex, sorted. */
  readonly files: readonly string[];
  readonly isSpam: boolean;
};

/**
 * Letters with these Message-IDs that have come in already: one that was written to two of our addresses, of one mailbox or
 * of two, is one letter. Whoever asks first is answered first, and the next one after the first has finished.
 */
export async function findSameLetters(
  tx: Tx,
  the: { companyId: number; mailMessageIds: readonly string[] },
): Promise<SameLetter[]> {
  const locks = the.mailMessageIds.map((id) => `${the.companyId} ${id}`);
  const [, letters] = await Promise.all([
    // Everybody takes them in the same order, so that nobody waits in a circle.
    tx.run(
      sql`select pg_advisory_xact_lock(${letterLock}, hash) from (select distinct hashtext(lock) as hash from unnest(${locks}::text[]) lock order by hash) sorted`,
    ),
    tx.rows<SameLetter>(
      sql`select m.id, m.ticket_id as "ticketId", m.side_id as "sideId", m.kind, m.mail_message_id as "mailMessageId", lower(m.from_address) as "fromAddress", m.subject, m.body_text as "bodyText",
            array(select encode(a.sha256, 'hex') from attachments a where a.message_id = m.id order by 1) as files, t.is_spam = 1 as "isSpam"
          from unnest(${the.mailMessageIds}::text[]) asked
            cross join lateral (select * from messages where company_id = ${the.companyId} and mail_message_id = asked and kind in ('inbound', 'side_inbound') limit ${placesMax}) m
            join tickets t on t.id = m.ticket_id
          order by m.id limit ${placesMax}`,
    ),
  ]);
  return letters;
}
