import type { AuthenticationResult, ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { type Mailbox, readMessageId, readReplyAddress, type ThreadToken } from '#domain/mailboxes/index.ts';
import { findByMailMessageIds } from '#domain/messages/index.ts';
import { lockTicket, type Ticket } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';

/** Where a mail belongs: a ticket it proved to belong to, or one that it only looks like. */
export type Thread = { readonly ticket: Ticket | undefined; readonly looksLike: Ticket | undefined };

/**
 * Finds the ticket of a mail. A valid token of ours (in In-Reply-To, References or the address it was sent to) joins:
 * its sender has a letter of ours. A case number in the subject, or a reference to another letter of the customer, joins
 * only when the sender takes part in that ticket and the receiving server proved the address. Everything else is a new
 * ticket that says what it looks like (SAFETY A34).
 */
export async function findThread(tx: Tx, secrets: Secrets, mailbox: Mailbox, mail: ParsedMail): Promise<Thread> {
  for (const token of tokensOf(secrets, mailbox.companyId, mail)) {
    if (token.companyId !== mailbox.companyId) continue;
    const ticket = await liveTicket(tx, mailbox.companyId, token.ticketId);
    if (ticket) return { ticket, looksLike: undefined };
  }
  const guess =
    (await ticketBySubject(tx, mailbox.companyId, mail.subject)) ??
    (await ticketByReferences(tx, mailbox.companyId, mail));
  if (!guess) return { ticket: undefined, looksLike: undefined };
  const proved =
    isVerified(mail, mailbox.trustedAuthservId) === true && (await takesPart(tx, guess, mail.from?.address));
  return proved ? { ticket: guess, looksLike: undefined } : { ticket: undefined, looksLike: guess };
}

/** Tokens in the order of their worth: what is answered, the chain from its end, the addresses. */
export function tokensOf(
  secrets: Secrets,
  companyId: number,
  mail: Pick<ParsedMail, 'inReplyTo' | 'references' | 'to' | 'cc' | 'deliveredTo'>,
): ThreadToken[] {
  const byId = [...mail.inReplyTo, ...mail.references.toReversed()].map((id) => readMessageId(secrets, id));
  const addresses = [...mail.to.map((one) => one.address), ...mail.cc.map((one) => one.address), ...mail.deliveredTo];
  return [...byId, ...addresses.map((address) => readReplyAddress(secrets, companyId, address))].filter(
    (token) => token !== undefined,
  );
}

/**
 * Whether the receiving server proved the sender's address. Only the topmost header with the trusted name counts, and
 * only DMARC speaks of the address people see. Null: nobody we trust has checked.
 */
export function isVerified(
  mail: Pick<ParsedMail, 'authentication' | 'from'>,
  trustedAuthservId: string | null,
): boolean | null {
  if (!trustedAuthservId) return null;
  const result: AuthenticationResult | undefined = mail.authentication.find(
    (one) => one.authservId.toLowerCase() === trustedAuthservId.toLowerCase(),
  );
  if (result?.dmarc == null) return null;
  const domain = mail.from?.address.split('@').at(-1)?.toLowerCase();
  const isSameDomain = !result.dmarcFromDomain || result.dmarcFromDomain.toLowerCase() === domain;
  return result.dmarc.toLowerCase() === 'pass' && isSameDomain;
}

async function liveTicket(tx: Tx, companyId: number, id: number): Promise<Ticket | undefined> {
  const ticket = await lockTicket(tx, id);
  return ticket && ticket.company_id === companyId && ticket.is_deleted === 0 && ticket.is_spam === 0
    ? ticket
    : undefined;
}

async function ticketBySubject(tx: Tx, companyId: number, subject: string): Promise<Ticket | undefined> {
  const found = /\[(\p{L}{1,2}|[\p{L}\d]{2})-(\d{1,9})\]/u.exec(subject);
  if (!found?.[1] || !found[2]) return undefined;
  const row = await tx.row<{ id: number }>(
    sql`select t.id from tickets t join companies c on c.id = t.company_id
        where t.company_id = ${companyId} and t.number = ${Number(found[2])} and upper(c.case_prefix) = ${found[1].toUpperCase()}`,
  );
  return row && liveTicket(tx, companyId, row.id);
}

async function ticketByReferences(tx: Tx, companyId: number, mail: ParsedMail): Promise<Ticket | undefined> {
  const ids = [...mail.inReplyTo, ...mail.references.toReversed()].slice(0, 50);
  if (ids.length === 0) return undefined;
  const [place] = await findByMailMessageIds(tx, companyId, ids);
  return place && liveTicket(tx, companyId, place.ticketId);
}

/** The customer, whoever wrote into the ticket, and whoever we wrote to from it: they have our letter. */
async function takesPart(tx: Tx, ticket: Ticket, address: string | undefined): Promise<boolean> {
  if (!address) return false;
  const value = address.toLowerCase();
  const row = await tx.row(
    sql`select 1 from customer_identities where company_id = ${ticket.company_id} and kind = 'email' and value = ${value} and customer_id = ${ticket.customer_id}
        union all
        select 1 from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'inbound' and lower(from_address) = ${value}
        union all
        select 1 from messages m, jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) r
          where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound' and lower(r->>'address') = ${value}
        limit 1`,
  );
  return row !== undefined;
}
