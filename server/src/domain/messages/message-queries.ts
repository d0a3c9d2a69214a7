import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type NewMessage = {
  /** Drawn before by `nextMessageId`, so that what refers to the message can be sent along with it. */
  id?: number;
  companyId: number;
  ticketId: number;
  kind: 'inbound' | 'outbound' | 'note' | 'event';
  direction: 1 | 2;
  channel: string;
  author: { kind: 'customer' | 'user' | 'system'; id: number | null; name: string };
  from?: Address | null;
  to?: readonly Address[];
  cc?: readonly Address[];
  bcc?: readonly Address[];
  subject?: string;
  bodyHtml?: string | null;
  bodyText?: string;
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
  added?: Date;
};

/** Writes a message. Its recipients are decided here and never computed again. */
export async function addMessage(tx: Tx, m: NewMessage): Promise<number> {
  const row = await tx.row<{ id: number }>(
    sql`insert into messages (id, company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_id, author_name, from_name, from_address,
          to_list, cc_list, bcc_list, subject, body_html, body_text, quoted_html, quoted_text, remote_images, mail_kind, is_verified, event_key, event_values,
          client_id, mail_message_id, mail_in_reply_to, mail_references, inbound_mail_id, added)
        overriding system value
        values (coalesce(${m.id ?? null}::bigint, nextval('messages_id_seq')), ${m.companyId}, ${m.ticketId}, ${m.ticketId}, ${m.kind}, ${m.direction}, ${m.channel}, ${m.author.kind}, ${m.author.id}, ${m.author.name},
          ${m.from?.name ?? ''}, ${m.from?.address ?? null}, ${JSON.stringify(m.to ?? [])}::jsonb, ${JSON.stringify(m.cc ?? [])}::jsonb, ${JSON.stringify(m.bcc ?? [])}::jsonb,
          ${m.subject ?? ''}, ${m.bodyHtml ?? null}, ${m.bodyText ?? ''}, ${m.quotedHtml ?? null}, ${m.quotedText ?? ''}, ${m.remoteImages ?? 0}, ${m.mailKind ?? null},
          ${m.isVerified ?? null}, ${m.event?.key ?? null}, ${m.event ? JSON.stringify(m.event.values) : null}::jsonb, ${m.clientId ?? null}, ${m.mailMessageId ?? null},
          ${m.mailInReplyTo ?? null}, ${m.mailReferences ?? []}::text[], ${m.inboundMailId ?? null}, coalesce(${m.added ?? null}, now())) returning id`,
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

/** The message this sender wrote before under the same id: a repeated request finds its first result. */
export const findByClientId = (tx: Tx, ticketId: number, clientId: string): Promise<{ id: number } | undefined> =>
  tx.row<{ id: number }>(sql`select id from messages where ticket_id = ${ticketId} and client_id = ${clientId}`);

export type MailPlace = { readonly id: number; readonly ticketId: number; readonly kind: NewMessage['kind'] };

/** Messages of ours or of the customer by their Message-ID. A hint: it proves nothing about who writes. */
export const findByMailMessageIds = (tx: Tx, companyId: number, messageIds: readonly string[]): Promise<MailPlace[]> =>
  tx.rows<MailPlace>(
    sql`select id, ticket_id as "ticketId", kind from messages where company_id = ${companyId} and mail_message_id = any (${messageIds}::text[]) order by id desc limit 20`,
  );

/** First half of the advisory lock `(this, hash of company and Message-ID)`. */
const letterLock = 1_886_544_001;

/**
 * The ticket that the same letter has reached already, through another mailbox of the company: one that was written to
 * two of our addresses is one letter. The same Message-ID with other words is another letter. Whoever asks first is
 * answered first, and the next one after the first has finished.
 */
export async function findSameLetter(
  tx: Tx,
  the: {
    companyId: number;
    mailboxId: number;
    mailMessageId: string;
    fromAddress: string;
    subject: string;
    bodyText: string;
  },
): Promise<MailPlace | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(${letterLock}, hashtext(${`${the.companyId} ${the.mailMessageId}`}))`);
  return tx.row<MailPlace>(
    sql`select m.id, m.ticket_id as "ticketId", m.kind from messages m join inbound_mails i on i.id = m.inbound_mail_id
        where m.company_id = ${the.companyId} and m.mail_message_id = ${the.mailMessageId} and m.kind = 'inbound' and i.mailbox_id <> ${the.mailboxId}
          and lower(m.from_address) = ${the.fromAddress.toLowerCase()} and m.subject = ${the.subject} and m.body_text = ${the.bodyText}
        order by m.id limit 1`,
  );
}
