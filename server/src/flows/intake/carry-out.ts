import { writerOf } from '#channels/email/parsing/classify-mail.ts';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { type Customer, findCustomers, makeCustomers, noteSeen } from '#domain/customers/index.ts';
import { type Conclusion, cameAt, concludeMails, forgetMails, tooLargeWords } from '#domain/inbound-mails/index.ts';
import { type Mailbox, sendersOf } from '#domain/mailboxes/index.ts';
import { addAttachments, failDelivery } from '#domain/messages/index.ts';
import { passedOnElsewhere, sideSentElsewhere, thirdPartyWrote } from '#domain/side-conversations/index.ts';
import {
  type Arrived,
  answerFailed,
  customerWrote,
  messageEvent,
  openTickets,
  senderFor,
} from '#domain/tickets/index.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type Arriving, whatIsMissing } from './arriving.ts';
import { replyAutomatically } from './auto-reply.ts';
import type { Author, Decision } from './decide-mail.ts';
import { isVerified } from './find-thread.ts';
import { addSentElsewhere } from './sent-elsewhere.ts';

export type Decided = { readonly arriving: Arriving; readonly decision: Decision };
export type Done = Pick<Conclusion, 'outcome' | 'ticketId' | 'messageId'>;
type Place = Pick<Conclusion, 'ticketId' | 'messageId'>;

/**
 * Makes true what was decided of mails that have nothing to do with each other: customers, tickets, messages, attachments,
 * states, news and entries in the mail log. What can be one statement for all is one.
 */
export async function carryOut(tx: Tx, secrets: Secrets, mailbox: Mailbox, all: readonly Decided[]): Promise<Done[]> {
  const customerOf = await makeNewcomers(tx, mailbox.companyId, all);
  const others = await Promise.all(
    all.map(({ arriving, decision }) => carryOutOther(tx, mailbox, arriving, decision, customerOf)),
  );
  // Behind all that waits for others: from here on whoever begins a ticket in this company waits for us.
  const opened = await openAll(tx, mailbox, all, customerOf);
  const places = all.map((one, i): Place => opened.get(one) ?? others[i] ?? nowhere);
  await Promise.all([
    addAttachments(
      tx,
      all.flatMap(({ arriving }, i) => attachmentsOf(mailbox, places[i]?.messageId ?? null, arriving.parts)),
    ),
    concludeMails(
      tx,
      all.map(({ arriving: { row, mail, isOnlyStart }, decision }, i) => ({
        mail: row,
        conclusion: {
          ...{ outcome: decision.outcome, reasonKey: decision.reasonKey ?? null, reason: decision.reason ?? null },
          ...(isOnlyStart && !decision.reasonKey && { reasonKey: 'too_large', reason: tooLargeWords(row.size) }),
          ...{ from: mail.from, subject: mail.subject, ...(places[i] ?? nowhere) },
        },
      })),
    ),
  ]);
  const forgotten = all.flatMap(({ arriving, decision }) =>
    decision.does === 'nothing' && decision.isForgotten ? [arriving.row.id] : [],
  );
  if (forgotten.length > 0) await forgetMails(tx, sql`id = any (${forgotten}::bigint[])`);
  const fresh = all.flatMap((one) => {
    const ticketId = opened.get(one)?.ticketId;
    return ticketId == null ? [] : [{ ...one, ticketId }];
  });
  await replyAutomatically(tx, secrets, mailbox, fresh);
  const wrote = all.filter(({ decision }) => 'author' in decision && decision.author);
  await noteSeen(
    tx,
    mailbox.companyId,
    wrote.flatMap(({ arriving: { mail } }) => writerOf(mail)?.address.toLowerCase() ?? []),
  );
  return all.map(({ decision }, i) => ({ outcome: decision.outcome, ...(places[i] ?? nowhere) }));
}

const nowhere: Place = { ticketId: null, messageId: null };

type CustomerOf = (author: Author) => Customer;

async function makeNewcomers(tx: Tx, companyId: number, all: readonly Decided[]): Promise<CustomerOf> {
  const newcomers = new Map<string, { name: string; address: string }>();
  for (const { decision } of all) {
    const author = 'author' in decision ? decision.author : null;
    if (!author || !('newcomer' in author)) continue;
    const value = author.newcomer.address.toLowerCase();
    if (!newcomers.has(value)) newcomers.set(value, author.newcomer);
  }
  const made = newcomers.size === 0 ? new Map() : await makeCustomers(tx, companyId, [...newcomers.values()]);
  const missing = [...newcomers.keys()].filter((value) => !made.has(value));
  const others = missing.length === 0 ? new Map() : await findCustomers(tx, companyId, missing);
  return (author) => {
    if ('known' in author) return author.known;
    const value = author.newcomer.address.toLowerCase();
    const customer = made.get(value) ?? others.get(value);
    if (!customer) throw new Error('an identity without a customer');
    return customer;
  };
}

async function openAll(
  tx: Tx,
  mailbox: Mailbox,
  all: readonly Decided[],
  customerOf: CustomerOf,
): Promise<ReadonlyMap<Decided, Place>> {
  const openings = all.flatMap((decided) => {
    const { arriving, decision } = decided;
    if (decision.does !== 'open') return [];
    const customer = customerOf(decision.author);
    const ticket = {
      ...{ companyId: mailbox.companyId, productId: mailbox.productId, customerId: customer.id },
      ...{ channelAccountId: mailbox.id, channel: 'mail' as const, title: titleOf(arriving.mail) },
      ...{ looksLikeId: decision.looksLikeId, isSpam: decision.isSpam, follows: decision.follows },
    };
    return [{ decided, ticket, message: arrived(mailbox, arriving, customer, 'human') }];
  });
  const opened = await openTickets(tx, mailbox.companyId, openings);
  return new Map(openings.flatMap(({ decided }, i) => (opened[i] ? [[decided, opened[i]] as const] : [])));
}

async function carryOutOther(
  tx: Tx,
  mailbox: Mailbox,
  arriving: Arriving,
  decision: Decision,
  customerOf: CustomerOf,
): Promise<Place> {
  switch (decision.does) {
    case 'open':
      return nowhere;
    case 'nothing':
      return { ticketId: decision.ticketId ?? null, messageId: null };
    case 'append': {
      const customer = decision.author && customerOf(decision.author);
      const message = arrived(mailbox, arriving, customer, decision.as);
      return { ticketId: decision.ticket.id, ...(await customerWrote(tx, decision.ticket, message)) };
    }
    case 'join':
      return {
        ticketId: decision.ticket.id,
        messageId: await addSentElsewhere(tx, decision.ticket, arriving),
      };
    case 'passOn': {
      const { ticket, partners } = decision;
      const begun = { ticket, partners, accountId: mailbox.id, address: await senderOf(tx, mailbox, arriving.mail) };
      return {
        ticketId: ticket.id,
        ...(await passedOnElsewhere(tx, begun, sentBeside(mailbox, arriving))),
      };
    }
    case 'appendBeside':
      return {
        ticketId: decision.ticket.id,
        ...(await thirdPartyWrote(tx, decision, letterBeside(mailbox, arriving, decision.as))),
      };
    case 'joinBeside':
      return {
        ticketId: decision.ticket.id,
        ...(await sideSentElsewhere(tx, decision, sentBeside(mailbox, arriving))),
      };
    case 'report': {
      const { ticket, place, failed, side, reason = '' } = decision;
      if (failed.length > 0) {
        await failDelivery(tx, place.id, failed, cutLetters(reason, 1000));
        await recordEvents(tx, [messageEvent(ticket, place.id, systemActor, { action: 'updated' })]);
      }
      if (side) {
        const letter = letterBeside(mailbox, arriving, 'bounce');
        return { ticketId: ticket.id, ...(await thirdPartyWrote(tx, { ticket, side }, letter)) };
      }
      const message = { ...arrived(mailbox, arriving, null, 'bounce'), ...whatFailed(failed) };
      const stored = await customerWrote(tx, ticket, message);
      if (failed.length > 0) await answerFailed(tx, place.id);
      return { ticketId: ticket.id, ...stored };
    }
    default:
      return decision satisfies never;
  }
}

/** A line of the thread says it; the report itself is there for whoever asks. */
const whatFailed = (failed: readonly { address: string; reason: string }[]): Pick<Arrived, 'event'> => {
  const refused = failed.slice(0, toldMax).map(({ address, reason }) => ({ address, reason: cutLetters(reason, 500) }));
  return refused.length > 0 ? { event: { key: 'bounced', values: { refused } } } : {};
};

/** Of those whom one letter did not reach. */
const toldMax = 20;

/** From where one writes on what was begun in another mail program. */
async function senderOf(tx: Tx, { id, fromEmail }: Mailbox, { from }: ParsedMail): Promise<string> {
  const last = { kind: 'outbound' as const, from_address: from?.address ?? null, to_list: [], cc_list: [] };
  return senderFor(await sendersOf(tx, id), last)?.address ?? fromEmail;
}

function letterBeside(mailbox: Mailbox, arriving: Arriving, kind: ParsedMail['kind']) {
  const { customer: _nobody, hasAttachments: _uncounted, ...letter } = arrived(mailbox, arriving, null, kind);
  return letter;
}

const sentBeside = (mailbox: Mailbox, arriving: Arriving) => ({
  ...letterBeside(mailbox, arriving, 'human'),
  bcc: arriving.mail.bcc,
});

/** More are no answer, but a list. */
const replyToMax = 10;
const titleLengthMax = 998;
export const titleOf = (mail: Pick<ParsedMail, 'subject'>): string =>
  cutLetters(mail.subject.trim(), titleLengthMax) || '—';

export const attachmentsOf = ({ companyId }: Mailbox, messageId: number | null, parts: Arriving['parts']) =>
  messageId === null ? [] : parts.map((part) => ({ ...part, companyId, messageId, uploadedBy: null }));

export function arrived(
  mailbox: Mailbox,
  { row, mail, isOnlyStart }: Pick<Arriving, 'row' | 'mail' | 'isOnlyStart'>,
  customer: Arrived['customer'],
  kind: ParsedMail['kind'],
): Arrived {
  return {
    customer,
    hasAttachments: mail.attachments.some((one) => !one.inline),
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    bcc: [],
    replyTo: mail.replyTo.slice(0, replyToMax),
    subject: mail.subject,
    bodyHtml: mail.html,
    bodyText: mail.text,
    quotedHtml: mail.quotedHtml,
    quotedText: mail.quotedText,
    remoteImages: mail.remoteImageCount,
    mailKind: kind,
    // Nobody checks whom a contact form names.
    isVerified: writerOf(mail) === mail.from ? isVerified(mail, mailbox.trustedAuthservId) : null,
    mailMessageId: mail.messageId,
    mailInReplyTo: mail.inReplyTo[0] ?? null,
    mailReferences: mail.references,
    inboundMailId: row.id,
    ...whatIsMissing({ row, mail, isOnlyStart }),
    added: cameAt(row),
  };
}
