import { takesNoAutomaticAnswer, writerOf } from '#channels/email/parsing/classify-mail.ts';
import { htmlToText } from '#channels/email/parsing/html-to-text.ts';
import type { AutoReplyTexts } from '#contract/products.ts';
import { type Mailbox, makeMessageId, sendersOf } from '#domain/mailboxes/index.ts';
import { addMessage, oweDelivery } from '#domain/messages/index.ts';
import { type AutoReply, claimAutoReplies, findAutoReply, isTimeFor } from '#domain/products/index.ts';
import { chooseLanguage, fillLine, fillTemplate, type KnownValues, readTicketFacts } from '#domain/templates/index.ts';
import { messageEvent, senderFor, subjectWith, ticketEvent } from '#domain/tickets/index.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Arriving } from './arriving.ts';
import type { Decision } from './decide-mail.ts';
import { isVerified } from './find-thread.ts';

/** A ticket that was opened just now, with the mail that opened it. */
export type Fresh = { readonly arriving: Arriving; readonly decision: Decision; readonly ticketId: number };

/** Older mail was fetched because somebody asked for it, or after a long absence: nobody waits for an answer any more. */
const freshHoursMax = 24;

/**
 * Answers the first letters of new tickets as their product says. The answer, what it says of its ticket, the promise to
 * deliver it and the mark that its sender was answered become true with the ticket, or not at all.
 */
export async function replyAutomatically(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  all: readonly Fresh[],
): Promise<void> {
  const now = Date.now();
  const worthy = all.filter((one) => mayBeAnswered(one, now));
  if (worthy.length === 0) return;
  const reply = await findAutoReply(tx, mailbox.productId);
  if (!reply || !isTimeFor(reply, now)) return;
  const claimed = new Set(await claimAutoReplies(tx, reply, worthy.map(senderOf)));
  for (const one of worthy) if (claimed.delete(senderOf(one))) await answer(tx, secrets, mailbox, reply, one);
}

const senderOf = ({ arriving }: Fresh): string => writerOf(arriving.mail)?.address.toLowerCase() ?? '';

/**
 * A person wrote, just now, and their server would take an answer (RFC 3834 section 2). What programs, lists and mail
 * servers send never gets here as a person's letter; what a person has called one against its look is left alone too.
 */
export function mayBeAnswered({ arriving, decision }: Pick<Fresh, 'arriving' | 'decision'>, now: number): boolean {
  const { mail, row, asHuman = false } = arriving;
  return (
    decision.does === 'open' &&
    !decision.isSpam &&
    !asHuman &&
    mail.kind === 'human' &&
    mail.from !== null &&
    mail.returnPath !== '' &&
    !takesNoAutomaticAnswer(mail) &&
    now - row.received_at.getTime() < freshHoursMax * 3_600_000
  );
}

async function answer(tx: Tx, secrets: Secrets, mailbox: Mailbox, reply: AutoReply, one: Fresh): Promise<void> {
  const { mail } = one.arriving;
  const [facts, senders] = await Promise.all([readTicketFacts(tx, one.ticketId, null), sendersOf(tx, mailbox.id)]);
  const language = chooseLanguage(languagesOf(reply.texts), facts);
  const text = language && reply.texts[language];
  const from = senderFor(senders, { kind: 'inbound', from_address: null, to_list: mail.to, cc_list: mail.cc });
  // A contact form writes as somebody who reads nothing.
  const writer = writerOf(mail);
  if (!text || !writer || !from) return;

  const isProved = writer === mail.from && isVerified(mail, mailbox.trustedAuthservId) === true;
  const known = isProved ? facts.values : whatMayBeSaid(facts.values);
  const { html } = fillTemplate(text.html, known, { rest: 'dropped' });
  const of = { companyId: mailbox.companyId, ticketId: one.ticketId };
  const messageId = await addMessage(tx, {
    ...of,
    kind: 'outbound',
    direction: 2,
    channel: 'mail',
    author: { kind: 'system', id: null, name: from.name },
    from: { name: from.name, address: from.address },
    to: [{ name: isProved ? writer.name : '', address: writer.address }],
    subject: withNumber(subjectOf(text.subject, known), known['ticket.number']),
    bodyHtml: html,
    bodyText: htmlToText(html),
    logo: reply.logo,
    mailKind: 'automatic',
    mailMessageId: makeMessageId(secrets, { ...of, address: from.address }),
    mailInReplyTo: mail.messageId,
    mailReferences: [...mail.references, ...(mail.messageId ? [mail.messageId] : [])].slice(-referencesMax),
  });
  const ticket = { id: one.ticketId, company_id: mailbox.companyId, product_id: mailbox.productId };
  await Promise.all([
    oweDelivery(tx, { ...of, messageId, channelAccountId: mailbox.id, recipients: [writer.address] }),
    // The customer still waits for a person: the ticket stays open, and shows their words.
    tx.run(sql`update tickets set message_count = message_count + 1 where id = ${one.ticketId}`),
    recordEvents(tx, [
      messageEvent(ticket, messageId, systemActor),
      ticketEvent('updated', ticket, systemActor, messageId),
    ]),
  ]);
}

/**
 * Whoever puts another's address into a letter chooses its subject and the sender's name: what the answer says is for the
 * one who proved to be its sender (SAFETY A36). Nobody checks whom a contact form names.
 */
const whatMayBeSaid = (known: KnownValues): KnownValues => ({
  ...known,
  ...{ 'customer.first_name': '', 'customer.last_name': '', 'ticket.title': '' },
});

/** One that has no words without the title says who answers. */
function subjectOf(text: string, known: KnownValues): string {
  const filled = fillLine(text, known);
  const hasWords = /[\p{L}\p{N}]/u.test(filled.replace(/^\p{L}{1,5}\s?:/u, ''));
  return hasWords ? filled : `${filled} ${known['product.name']}`.trim();
}

const referencesMax = 20;
const subjectLengthMax = 998;

/** Which languages there is a text in, as templates have them. */
const languagesOf = (texts: AutoReplyTexts) =>
  Object.fromEntries(Object.entries(texts).flatMap(([language, text]) => (text ? [[language, text.html]] : [])));

function withNumber(subject: string, number: string): string {
  const tag = `[${number}]`;
  const kept = cutLetters(subject, subjectLengthMax);
  return kept.includes(tag) ? kept : subjectWith(subject, tag);
}
