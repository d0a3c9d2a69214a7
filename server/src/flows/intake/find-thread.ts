import type { AuthenticationResult, ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { caseNumbersIn } from '#domain/companies/index.ts';
import { readMessageId, readReplyAddress, type ThreadToken } from '#domain/mailboxes/index.ts';
import type { MailPlace } from '#domain/messages/index.ts';
import { type Ticket, takesLetters } from '#domain/tickets/index.ts';
import type { Secrets } from '#platform/secrets.ts';
import { answers } from './arriving.ts';

/** Where a mail belongs: a ticket it proved to belong to, one that is over and it follows, or one that it only looks like. */
export type Thread = {
  readonly ticket?: Ticket | undefined;
  readonly follows?: Ticket | undefined;
  readonly looksLike?: Ticket | undefined;
};

/** What is known of the threads that some mails speak of. */
export type Threads = {
  readonly secrets: Secrets;
  readonly companyId: number;
  /** Locked, by id. */
  readonly tickets: ReadonlyMap<number, Ticket>;
  /** The newest message with a Message-ID. */
  readonly placeByLetter: ReadonlyMap<string, MailPlace>;
  /** Ids, by `PREFIX-number`. */
  readonly ticketByNumber: ReadonlyMap<string, number>;
  /** What follows a ticket that takes no letters any more: its newest follower, by the id of the one that is followed. */
  readonly followers: ReadonlyMap<number, number>;
  /** `partnerKey` of those who take part in the ticket that their mail looks like. */
  readonly partners: ReadonlySet<string>;
};

export const partnerKey = (ticket: Pick<Ticket, 'id'>, address: string): string =>
  `${ticket.id} ${address.toLowerCase()}`;

/**
 * Finds the ticket of a mail. A valid token of ours (in In-Reply-To, References or the address it was sent to) joins:
 * its sender has a letter of ours. A case number in the subject, or a reference to another letter of the customer, joins
 * only when the sender takes part in that ticket and the receiving server proved the address. Everything else is a new
 * ticket that says what it looks like (SAFETY A34).
 */
export function findThread(
  threads: Threads,
  mail: ParsedMail,
  trustedAuthservId: string | null,
  receivedAt: Date,
): Thread {
  for (const token of tokensOf(threads.secrets, threads.companyId, mail)) {
    const ticket = liveTicket(threads, ticketOfToken(threads, token));
    if (ticket) return placeNow(threads, ticket, receivedAt);
  }
  const guess = guessTicket(threads, mail);
  if (!guess) return {};
  const proved =
    isVerified(mail, trustedAuthservId) === true && threads.partners.has(partnerKey(guess, mail.from?.address ?? ''));
  return proved ? placeNow(threads, guess, receivedAt) : { looksLike: guess };
}

/** Along those that follow it, to the one that takes letters; where none does, the last of them is followed. */
function placeNow(threads: Threads, ticket: Ticket, receivedAt: Date, passed: readonly Ticket[] = []): Thread {
  if (takesLetters(ticket, receivedAt)) return { ticket };
  const next = liveTicket(threads, threads.followers.get(ticket.id));
  // What follows a ticket may have been merged into it.
  const isNew = next !== undefined && next !== ticket && !passed.includes(next);
  return isNew ? placeNow(threads, next, receivedAt, [...passed, ticket]) : { follows: ticket };
}

/** Where our letter is now, which may have been moved since it was sent; the ticket it was sent from otherwise. */
export function ticketOfToken(
  { placeByLetter }: Pick<Threads, 'placeByLetter'>,
  { letter, ticketId }: LetterToken,
): number {
  const place = letter === undefined ? undefined : placeByLetter.get(letter);
  // A letter that came in under the name of one of ours is no place of ours.
  return place?.kind === 'outbound' ? place.ticketId : ticketId;
}

/** The ticket that a mail claims to belong to, without a proof. */
export function guessTicket(threads: Threads, mail: ParsedMail): Ticket | undefined {
  const [byNumber] = caseNumbersIn(mail.subject).flatMap(
    ({ prefix, number }) => liveTicket(threads, threads.ticketByNumber.get(`${prefix}-${number}`)) ?? [],
  );
  return byNumber ?? liveTicket(threads, placeAnswered(threads, mail)?.ticketId);
}

/** The newest message among those that a mail answers: in the threads of customers, or beside them. */
export function placeAnswered(
  { placeByLetter }: Pick<Threads, 'placeByLetter'>,
  mail: Pick<ParsedMail, 'inReplyTo' | 'references'>,
  where: 'threads' | 'sides' = 'threads',
): MailPlace | undefined {
  const all = answers(mail).flatMap((id) => placeByLetter.get(id) ?? []);
  const places = all.filter((place) => (place.sideId !== null) === (where === 'sides'));
  return places.reduce<MailPlace | undefined>(
    (newest, one) => (newest && newest.id > one.id ? newest : one),
    undefined,
  );
}

/** Tokens of this company in the order of their worth: what is answered, the chain from its end, the addresses. */
export function tokensOf(
  secrets: Secrets,
  companyId: number,
  mail: Pick<ParsedMail, 'inReplyTo' | 'references' | 'to' | 'cc' | 'deliveredTo'>,
): LetterToken[] {
  const byId = [...mail.inReplyTo, ...mail.references.toReversed()].flatMap((id) => {
    const token = readMessageId(secrets, id);
    return token ? [{ ...token, letter: id }] : [];
  });
  const addresses = [...mail.to.map((one) => one.address), ...mail.cc.map((one) => one.address), ...mail.deliveredTo];
  const byAddress = addresses.flatMap((address) => readReplyAddress(secrets, companyId, address) ?? []);
  return [...byId, ...byAddress].filter((token) => token.companyId === companyId);
}

/** A proof, and the letter of ours that it was read from. */
export type LetterToken = ThreadToken & { readonly letter?: string };

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

export function liveTicket({ tickets, companyId }: Threads, id: number | undefined): Ticket | undefined {
  const ticket = id === undefined ? undefined : tickets.get(id);
  return ticket &&
    ticket.company_id === companyId &&
    ticket.is_deleted === 0 &&
    ticket.is_spam === 0 &&
    ticket.erased_at === null
    ? ticket
    : undefined;
}
