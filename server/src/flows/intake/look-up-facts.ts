import { writerOf } from '#channels/email/parsing/classify-mail.ts';
import { type CaseNumber, caseNumbersIn } from '#domain/companies/index.ts';
import { type Customer, findCustomers } from '#domain/customers/index.ts';
import { type Mailbox, readMessageId, readSideMessageId } from '#domain/mailboxes/index.ts';
import { findByMailMessageIds, findSameLetters, type MailPlace, type SameLetter } from '#domain/messages/index.ts';
import { findFollowers, lockTickets, type Ticket, takesLetters } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type Arriving, answers } from './arriving.ts';
import { findAnswered } from './find-sent.ts';
import { findSidesNamed, lookUpSides, type Sides } from './find-side.ts';
import { guessTicket, isVerified, partnerKey, type Threads, tokensOf } from './find-thread.ts';
import { isOfPerson } from './who-wrote.ts';

/** What is known about some mails before anything is decided; the tickets they speak of are locked. */
export type Facts = Threads & {
  readonly mailbox: Mailbox;
  /** Addresses of the company's own mailboxes, in lower case. */
  readonly own: ReadonlySet<string>;
  /** By address, in lower case. */
  readonly customers: ReadonlyMap<string, Customer>;
  readonly sameLetters: readonly SameLetter[];
  readonly sides: Sides;
  /** `partnerKey` of recipients of letters in the Sent box: whoever takes part in the thread that the letter speaks of. */
  readonly answered: ReadonlySet<string>;
};

/**
 * Asks for everything at once: fifty mails cost as many round trips as one. Locks are taken in one order (letters, then
 * tickets, each sorted; ARCHITECTURE.md has the whole of it), so nobody waits for them in a circle.
 */
export async function lookUpFacts(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  own: readonly string[],
  mails: readonly Arriving[],
): Promise<Facts> {
  const { companyId } = mailbox;
  const people = mails.filter((one) => one.row.folder_role !== 'sent' && isOfPerson(one));
  const [customers, sameLetters, places, numbers] = await Promise.all([
    findCustomers(tx, companyId, distinct(mails.flatMap(({ mail }) => writerOf(mail)?.address.toLowerCase() ?? []))),
    ifAny(
      distinct(people.flatMap(({ mail, asHuman }) => (mail.messageId && !asHuman ? [mail.messageId] : []))),
      (mailMessageIds) => findSameLetters(tx, { companyId, mailMessageIds }),
    ),
    ifAny(distinct(mails.flatMap(lettersNamed)), (ids) => findByMailMessageIds(tx, companyId, ids)),
    ifAny(
      people.flatMap(({ mail }) => caseNumbersIn(mail.subject)),
      (cases) => ticketsByNumber(tx, companyId, cases),
    ),
  ]);
  const placeByLetter = new Map<string, MailPlace>();
  for (const place of places)
    if (!placeByLetter.has(place.mailMessageId)) placeByLetter.set(place.mailMessageId, place);
  const ticketByNumber = new Map(numbers.map((row) => [`${row.prefix}-${row.number}`, row.id]));

  const sideIds = distinct([...placeByLetter.values()].flatMap((place) => place.sideId ?? []));
  const beside = await findSidesNamed(tx, { secrets, companyId }, mails, { sideIds, ticketIds: [] });
  const named = distinct([
    ...mails.flatMap(({ mail }) => tokensOf(secrets, companyId, mail).map((token) => token.ticketId)),
    ...mails.flatMap(({ mail }) => reportedTicket(mail.bounce?.originalMessageId)),
    ...[...placeByLetter.values()].map((place) => place.ticketId),
    ...ticketByNumber.values(),
    ...beside.map((side) => side.ticket_id),
  ]);
  const { tickets, followers } = await lockThreads(tx, companyId, named);
  const known = { secrets, companyId, tickets, followers, placeByLetter, ticketByNumber };
  const threads: Threads = { ...known, partners: new Set() };
  const ours = new Set(own);
  const partners = await findPartners(tx, threads, mailbox, people);
  const answered = await findAnswered(tx, threads, ours, mails);
  // Read again now that nobody can move them.
  const ticketIds = distinct([...tickets.values()].map((ticket) => ticket.id));
  const found = await findSidesNamed(tx, { secrets, companyId }, mails, { sideIds, ticketIds });
  const sides = await lookUpSides(tx, { secrets, companyId }, found, mails);
  return { ...threads, partners, mailbox, own: ours, customers, sameLetters, sides, answered };

  /** Of a letter of ours, also when nothing of it is left but its ticket. */
  function reportedTicket(messageId: string | null | undefined): number[] {
    const token = messageId ? readMessageId(secrets, messageId) : undefined;
    return token?.companyId === companyId ? [token.ticketId] : [];
  }

  /** Letters of ours and of others that a mail names and that may be in our tickets. */
  function lettersNamed(one: Arriving): string[] {
    const { row, mail, asHuman } = one;
    if (row.folder_role === 'sent') return [...(mail.messageId ? [mail.messageId] : []), ...answers(mail)];
    const original = mail.bounce?.originalMessageId;
    if (mail.kind === 'bounce' && !asHuman)
      return original && (readMessageId(secrets, original) ?? readSideMessageId(secrets, original)) ? [original] : [];
    return isOfPerson(one) ? answers(mail) : [];
  }
}

/** The tickets that mails speak of, and what follows those that are over. */
async function lockThreads(tx: Tx, companyId: number, named: readonly number[]) {
  const tickets = named.length === 0 ? new Map<number, Ticket>() : await lockWhereFound(tx, named);
  const over = [...tickets.values()].filter((ticket) => !takesLetters(ticket, new Date()));
  const nobody: ReadonlyMap<number, number> = new Map();
  if (over.length === 0) return { tickets, followers: nobody };
  const ids = over.map((ticket) => ticket.id);
  const followers = await findFollowers(tx, companyId, ids);
  return { tickets: new Map([...tickets, ...(await lockWhereFound(tx, [...followers.values()]))]), followers };
}

/** By the ids they are called by; one that was merged is what it was merged into. */
async function lockWhereFound(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Ticket>> {
  const named = await lockTickets(tx, ids);
  const others = [...named.values()].flatMap((one) => one.merged_into_id ?? []).filter((id) => !named.has(id));
  const survivors = others.length === 0 ? named : await lockTickets(tx, others);
  const whereFound = ({ merged_into_id: into }: Ticket) =>
    into === null ? undefined : (named.get(into) ?? survivors.get(into));
  return new Map([...named].map(([id, one]) => [id, whereFound(one) ?? one]));
}

/** With the prefix that the company has, or had when a letter of ours about the ticket went out: its number ends their subjects. */
const ticketsByNumber = (tx: Tx, companyId: number, cases: readonly CaseNumber[]) =>
  tx.rows<CaseNumber & { id: number }>(
    sql`select t.id, t.number, n.prefix
        from unnest(${cases.map((one) => one.number)}::int[], ${cases.map((one) => one.prefix)}::text[]) n (number, prefix)
          join tickets t on t.company_id = ${companyId} and t.number = n.number join companies c on c.id = t.company_id
        where n.prefix = upper(c.case_prefix) or exists (
          select from messages m where m.company_id = ${companyId} and m.ticket_id = coalesce(t.merged_into_id, t.id) and m.kind = 'outbound'
            and m.subject like '%[' || n.prefix || '-' || n.number || ']')`,
  );

/**
 * Who of the senders takes part in the ticket that their mail looks like: the customer, whoever wrote into it, and
 * whoever we wrote to from it. They have our letter.
 */
async function findPartners(
  tx: Tx,
  threads: Threads,
  mailbox: Mailbox,
  mails: readonly Arriving[],
): Promise<ReadonlySet<string>> {
  const asked = mails.flatMap(({ mail }) => {
    const ticket = guessTicket(threads, mail);
    if (!ticket || !mail.from || isVerified(mail, mailbox.trustedAuthservId) !== true) return [];
    return [{ ticket, address: mail.from.address.toLowerCase() }];
  });
  const found = await Promise.all(
    asked.map(async ({ ticket, address }) =>
      (await takesPart(tx, ticket, address)) ? partnerKey(ticket, address) : '',
    ),
  );
  return new Set(found.filter(Boolean));
}

async function takesPart(tx: Tx, ticket: Ticket, address: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from customer_identities where company_id = ${ticket.company_id} and kind = 'email' and value = ${address} and customer_id = ${ticket.customer_id}
        union all
        select 1 from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'inbound' and lower(from_address) = ${address}
        union all
        select 1 from messages m, jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) r
          where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound' and lower(r->>'address') = ${address}
        limit 1`,
  );
  return row !== undefined;
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];
const ifAny = async <T, R>(all: readonly T[], ask: (all: readonly T[]) => Promise<R[]>): Promise<R[]> =>
  all.length === 0 ? [] : ask(all);
