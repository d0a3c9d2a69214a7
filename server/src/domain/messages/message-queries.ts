import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type NewMessage = {
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
    sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_id, author_name, from_name, from_address,
          to_list, cc_list, bcc_list, subject, body_html, body_text, quoted_html, quoted_text, remote_images, mail_kind, is_verified, event_key, event_values,
          client_id, mail_message_id, mail_in_reply_to, mail_references, inbound_mail_id, added)
        values (${m.companyId}, ${m.ticketId}, ${m.ticketId}, ${m.kind}, ${m.direction}, ${m.channel}, ${m.author.kind}, ${m.author.id}, ${m.author.name},
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

export type MailPlace = { readonly id: number; readonly ticketId: number };

/** Messages of ours or of the customer by their Message-ID. A hint: it proves nothing about who writes. */
export const findByMailMessageIds = (tx: Tx, companyId: number, messageIds: readonly string[]): Promise<MailPlace[]> =>
  tx.rows<MailPlace>(
    sql`select id, ticket_id as "ticketId" from messages where company_id = ${companyId} and mail_message_id = any (${messageIds}::text[]) order by id desc limit 20`,
  );
