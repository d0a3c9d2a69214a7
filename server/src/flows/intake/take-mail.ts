import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { findCustomer, findOrMakeCustomer } from '#domain/customers/index.ts';
import { type Conclusion, concludeMail, type InboundMail } from '#domain/inbound-mails/index.ts';
import { type Mailbox, ownAddresses, readMessageId } from '#domain/mailboxes/index.ts';
import { addAttachment, failDelivery, findByMailMessageIds, findSameLetter } from '#domain/messages/index.ts';
import {
  type Arrived,
  customerWrote,
  lockTicket,
  messageEvent,
  openTicket,
  type Ticket,
} from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { findThread, isVerified, tokensOf } from './find-thread.ts';
import { addSentElsewhere } from './sent-elsewhere.ts';
import type { StoredParts } from './store-parts.ts';

export type Taken = { readonly mail: ParsedMail; readonly parts: StoredParts };
export type Decided = Pick<Conclusion, 'outcome' | 'ticketId' | 'messageId'>;

/**
 * Decides what becomes of a mail and makes it so: customer, ticket, message, attachments, state, news and the entry in
 * the mail log are one fact. `asHuman` is a person's word against the classification.
 */
export async function takeMail(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  row: InboundMail,
  { mail, parts }: Taken,
  { asHuman = false, own: knownOwn }: { asHuman?: boolean; own?: readonly string[] } = {},
): Promise<Decided> {
  const conclude = async (decided: Partial<Conclusion> & Pick<Conclusion, 'outcome'>): Promise<Decided> => {
    const whole: Conclusion = {
      reasonKey: null,
      reason: null,
      ticketId: null,
      messageId: null,
      from: mail.from,
      subject: mail.subject,
      ...decided,
    };
    await concludeMail(tx, row, whole);
    return { outcome: whole.outcome, ticketId: whole.ticketId, messageId: whole.messageId };
  };
  const add = async (ticket: Ticket, by: Arrived): Promise<number> => {
    const { messageId } = await customerWrote(tx, ticket, by);
    await addParts(tx, mailbox, messageId, parts);
    return messageId;
  };
  const kind = asHuman ? 'human' : mail.kind;

  if (row.folder_role === 'sent') return takeSentElsewhere(tx, secrets, mailbox, row, { mail, parts }, conclude);
  const own = knownOwn ?? (await ownAddresses(tx, mailbox.companyId));
  if (!asHuman && mail.from && own.includes(mail.from.address.toLowerCase())) {
    return conclude({ outcome: 'own', reasonKey: 'own_address', reason: 'It was sent from a mailbox of this company' });
  }
  if (kind === 'bounce') return takeBounce();
  const { from } = mail;
  if (!from)
    return conclude({ outcome: 'kept', reasonKey: 'no_sender', reason: 'It names no sender that could be answered' });

  if (kind === 'automatic' || kind === 'bulk') {
    const ticket = await ticketOfToken();
    if (!ticket) return conclude({ outcome: 'automatic', reasonKey: kind, reason: mail.kindReason });
    // A program that writes makes nobody a customer.
    const customer = (await findCustomer(tx, mailbox.companyId, from.address.toLowerCase())) ?? null;
    const messageId = await add(ticket, arrived(mailbox, row, mail, customer, kind));
    return conclude({ outcome: 'automatic', reasonKey: kind, reason: mail.kindReason, ticketId: ticket.id, messageId });
  }

  const [same, { ticket, looksLike }, known] = await Promise.all([
    asHuman || !mail.messageId ? undefined : findSame(mail.messageId, from.address),
    findThread(tx, secrets, mailbox, mail),
    findCustomer(tx, mailbox.companyId, from.address.toLowerCase()),
  ]);
  if (same) {
    const reason = 'It was sent to another mailbox as well, and is in its ticket already';
    return conclude({ outcome: 'appended', reasonKey: 'same_letter', reason, ticketId: same.ticketId });
  }

  const customer = known ?? (await findOrMakeCustomer(tx, mailbox.companyId, from));
  const by = arrived(mailbox, row, mail, customer, 'human');
  if (ticket) return conclude({ outcome: 'appended', ticketId: ticket.id, messageId: await add(ticket, by) });

  const opened = await openTicket(
    tx,
    {
      companyId: mailbox.companyId,
      productId: mailbox.productId,
      customerId: customer.id,
      channelAccountId: mailbox.id,
      channel: 'mail',
      title: mail.subject.trim().slice(0, 998) || '—',
      looksLikeId: looksLike?.id ?? null,
    },
    by,
  );
  const adding = addParts(tx, mailbox, opened.messageId, parts);
  const spam = asHuman ? undefined : spamReason(row, mail);
  if (!spam) return Promise.all([conclude({ outcome: 'new_ticket', ...opened }), adding]).then(([decided]) => decided);
  await adding;
  await tx.run(sql`update tickets set is_spam = 1 where id = ${opened.ticketId}`);
  return conclude({ outcome: 'spam', reasonKey: 'spam', reason: spam, ...opened });

  async function ticketOfToken(): Promise<Ticket | undefined> {
    const token = tokensOf(secrets, mailbox.companyId, mail).find((one) => one.companyId === mailbox.companyId);
    const found = token && (await lockTicket(tx, token.ticketId));
    return found?.company_id === mailbox.companyId ? found : undefined;
  }

  function findSame(mailMessageId: string, fromAddress: string) {
    const { companyId, id: mailboxId } = mailbox;
    const { subject, text: bodyText } = mail;
    return findSameLetter(tx, { companyId, mailboxId, mailMessageId, fromAddress, subject, bodyText });
  }

  /** A delivery report speaks of a letter of ours by its Message-ID; who never had the letter cannot know it. */
  async function takeBounce(): Promise<Decided> {
    const original = mail.bounce?.originalMessageId;
    const isOurs = original ? readMessageId(secrets, original)?.companyId === mailbox.companyId : false;
    const [place] = original && isOurs ? await findByMailMessageIds(tx, mailbox.companyId, [original]) : [];
    const ticket = place?.kind === 'outbound' ? await lockTicket(tx, place.ticketId) : undefined;
    const failed = (mail.bounce?.recipients ?? []).filter((one) => one.action === 'failed');
    const words = failed.map((one) => one.diagnostic || one.status).find(Boolean) ?? mail.subject;
    if (!place || !ticket) return conclude({ outcome: 'bounce', reasonKey: 'bounce_unknown', reason: words });
    if (failed.length > 0) {
      const reports = failed.map((one) => ({ address: one.address, reason: one.diagnostic || one.status }));
      await failDelivery(tx, place.id, reports, words.slice(0, 1000));
      await recordEvents(tx, [messageEvent(ticket, place.id, systemActor, { action: 'updated' })]);
    }
    const messageId = await add(ticket, arrived(mailbox, row, mail, null, 'bounce'));
    return conclude({
      outcome: 'bounce',
      reasonKey: failed.length > 0 ? 'bounce' : 'bounce_delayed',
      reason: words,
      ticketId: ticket.id,
      messageId,
    });
  }
}

/** A letter in the Sent box: ours, known already; or written in another mail program, and then it joins its ticket. */
async function takeSentElsewhere(
  tx: Tx,
  secrets: Secrets,
  mailbox: Mailbox,
  row: InboundMail,
  { mail, parts }: Taken,
  conclude: (decided: Partial<Conclusion> & Pick<Conclusion, 'outcome'>) => Promise<Decided>,
): Promise<Decided> {
  const known = mail.messageId ? await findByMailMessageIds(tx, mailbox.companyId, [mail.messageId]) : [];
  if (known[0])
    return conclude({
      outcome: 'own',
      reasonKey: 'own_copy',
      reason: 'The copy of a letter sent from here',
      ticketId: known[0].ticketId,
    });
  const references = [...mail.inReplyTo, ...mail.references.toReversed()];
  const token = references
    .map(
      (id) =>
        tokensOf(secrets, mailbox.companyId, { inReplyTo: [id], references: [], to: [], cc: [], deliveredTo: [] })[0],
    )
    .find((one) => one?.companyId === mailbox.companyId);
  const [place] = token ? [] : await findByMailMessageIds(tx, mailbox.companyId, references.slice(0, 50));
  const ticketId = token?.ticketId ?? place?.ticketId;
  const ticket = ticketId === undefined ? undefined : await lockTicket(tx, ticketId);
  if (ticket?.company_id !== mailbox.companyId) {
    return conclude({
      outcome: 'own',
      reasonKey: 'own_unrelated',
      reason: 'Sent from another mail program; it answers no ticket',
    });
  }
  const messageId = await addSentElsewhere(tx, ticket, mail, row);
  await addParts(tx, mailbox, messageId, parts);
  return conclude({
    outcome: 'own',
    reasonKey: 'own_joined',
    reason: 'Sent from another mail program',
    ticketId: ticket.id,
    messageId,
  });
}

export function arrived(
  mailbox: Mailbox,
  row: InboundMail,
  mail: ParsedMail,
  customer: Arrived['customer'],
  kind: 'human' | 'automatic' | 'bulk' | 'bounce',
): Arrived {
  return {
    customer,
    hasAttachments: mail.attachments.some((one) => !one.inline),
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    bcc: [],
    subject: mail.subject,
    bodyHtml: mail.html,
    bodyText: mail.text,
    quotedHtml: mail.quotedHtml,
    quotedText: mail.quotedText,
    remoteImages: mail.remoteImageCount,
    mailKind: kind,
    isVerified: isVerified(mail, mailbox.trustedAuthservId),
    mailMessageId: mail.messageId,
    mailInReplyTo: mail.inReplyTo[0] ?? null,
    mailReferences: mail.references,
    inboundMailId: row.id,
  };
}

export async function addParts(tx: Tx, mailbox: Mailbox, messageId: number, parts: StoredParts): Promise<void> {
  const { companyId } = mailbox;
  await Promise.all(parts.map((part) => addAttachment(tx, { ...part, companyId, messageId, uploadedBy: null })));
}

/** What the receiving server thought of it; Parley does not guess. */
function spamReason(row: InboundMail, mail: ParsedMail): string | undefined {
  if (row.folder_role === 'junk') return 'The mail server put it into the spam folder';
  const header = mail.headers.find(
    ([name, value]) => /^x-spam-(flag|status)$/i.test(name) && /^yes\b/i.test(value.trim()),
  );
  return header && `${header[0]}: ${header[1].slice(0, 200)}`;
}
