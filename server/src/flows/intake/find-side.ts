import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { type Mailbox, readSideMessageId, readSideReplyAddress, type SideToken } from '#domain/mailboxes/index.ts';
import { customerAddresses, findSides, type Side } from '#domain/side-conversations/index.ts';
import type { Ticket } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type Arriving, answers } from './arriving.ts';
import { isVerified, liveTicket, partnerKey, placeAnswered, type Threads } from './find-thread.ts';

/** What is known of the side conversations that some mails speak of, or whose partners they come from. */
export type Sides = {
  readonly byId: ReadonlyMap<number, Side>;
  /** The newest first. */
  readonly ofTicket: ReadonlyMap<number, readonly Side[]>;
  /** `partnerKey` of senders who are the customer of a ticket, or take part in its thread. */
  readonly customers: ReadonlySet<string>;
  readonly participants: ReadonlySet<string>;
};

export const noSides: Sides = { byId: new Map(), ofTicket: new Map(), customers: new Set(), participants: new Set() };

/** Side tokens of this company in a mail: of what is answered, the chain from its end, the addresses. */
export function sideTokensOf(
  secrets: Secrets,
  companyId: number,
  mail: Pick<ParsedMail, 'inReplyTo' | 'references' | 'to' | 'cc' | 'deliveredTo'>,
): SideToken[] {
  const byId = answers(mail).flatMap((id) => readSideMessageId(secrets, id) ?? []);
  const addresses = [...mail.to.map((one) => one.address), ...mail.cc.map((one) => one.address), ...mail.deliveredTo];
  const byAddress = addresses.flatMap((address) => readSideReplyAddress(secrets, companyId, address) ?? []);
  return [...byId, ...byAddress].filter((token) => token.companyId === companyId);
}

/** Asks for all at once, after the tickets that the mails speak of were locked. */
export async function lookUpSides(
  tx: Tx,
  the: Pick<Threads, 'secrets' | 'companyId'>,
  found: readonly Side[],
  mails: readonly Arriving[],
): Promise<Sides> {
  if (found.length === 0) return noSides;
  const byId = new Map(found.map((side) => [side.id, side]));
  const ofTicket = Map.groupBy(found, (side) => side.ticket_id);
  const senders = [...new Set(mails.flatMap(({ mail }) => (mail.from ? [mail.from.address.toLowerCase()] : [])))];
  const customers = new Set<string>();
  const participants = new Set<string>();
  for (const id of ofTicket.keys()) {
    const ticket = { id, company_id: the.companyId };
    for (const address of await customerAddresses(tx, ticket, senders)) customers.add(partnerKey(ticket, address));
    for (const address of await participantsAmong(tx, ticket, senders)) participants.add(partnerKey(ticket, address));
  }
  return { byId, ofTicket, customers, participants };
}

/** Who of these wrote into the thread that the customer gets, stands among the recipients of its letters, or is to get their answers. */
export async function participantsAmong(
  tx: Tx,
  ticket: Pick<Ticket, 'id' | 'company_id'>,
  asked: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ address: string }>(
    sql`select asked as address from unnest(${asked}::text[]) asked where exists (
          select from messages m where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind in ('inbound', 'outbound')
            and ((m.kind = 'inbound' and lower(m.from_address) = asked)
              or exists (select from jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list || m.reply_to_list) r where lower(r->>'address') = asked)))`,
  );
  return rows.map((row) => row.address);
}

export const findSidesNamed = (
  tx: Tx,
  { secrets, companyId }: Pick<Threads, 'secrets' | 'companyId'>,
  mails: readonly Arriving[],
  about: { sideIds: readonly number[]; ticketIds: readonly number[] },
): Promise<Side[]> => {
  const ids = [
    ...mails.flatMap(({ mail }) => sideTokensOf(secrets, companyId, mail).map((token) => token.sideId)),
    ...about.sideIds,
  ];
  return ids.length === 0 && about.ticketIds.length === 0
    ? Promise.resolve([])
    : findSides(tx, companyId, { ids, ticketIds: about.ticketIds });
};

type Knows = Threads & { readonly sides: Sides; readonly mailbox: Mailbox };

/** Where a letter goes that has to do with a side conversation: into it; or, from the customer, into a ticket of its own. */
export type SidePlace = { readonly side: Side; readonly ticket: Ticket } | { readonly strayOf: Ticket } | undefined;

/**
 * A token of a side conversation joins it, whoever writes, but for the customer: somebody passed the token on to them, and
 * what they write is for the ticket (but proves nothing, so it gets one of its own that says what it looks like). Without a
 * token a proved partner who answers a third party's letter joins as well.
 */
export function sideByToken(knows: Knows, mail: ParsedMail): SidePlace {
  const { sides, secrets, companyId, mailbox } = knows;
  const from = mail.from?.address.toLowerCase() ?? '';
  for (const token of sideTokensOf(secrets, companyId, mail)) {
    const side = sides.byId.get(token.sideId);
    const ticket = side && liveTicket(knows, side.ticket_id);
    if (!side || !ticket) continue;
    if (isPartner(side, from)) return { side, ticket };
    const key = partnerKey(ticket, from);
    return sides.customers.has(key) || sides.participants.has(key) ? { strayOf: ticket } : { side, ticket };
  }
  const place = placeAnswered(knows, mail, 'sides');
  const side = place?.sideId == null ? undefined : sides.byId.get(place.sideId);
  const ticket = side && liveTicket(knows, side.ticket_id);
  const isProved = side && isPartner(side, from) && isVerified(mail, mailbox.trustedAuthservId) === true;
  return side && ticket && isProved ? { side, ticket } : undefined;
}

/**
 * A third party may hold a token of the thread as well (the customer wrote to them, or passed a letter on). What they write
 * is still not for the customer: of a ticket with a conversation of theirs it joins that one.
 */
export function sideOfPartner({ sides }: Pick<Knows, 'sides'>, ticket: Ticket, mail: ParsedMail): Side | undefined {
  const from = mail.from?.address.toLowerCase() ?? '';
  if (sides.customers.has(partnerKey(ticket, from))) return undefined;
  return sides.ofTicket.get(ticket.id)?.find((side) => isPartner(side, from));
}

export const isPartner = (side: Side, address: string): boolean =>
  side.partners.some((one) => one.address.toLowerCase() === address);
