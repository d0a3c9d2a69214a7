import { findOrMakeCustomer } from '#domain/customers/index.ts';
import { concludeMail, keepRaws, lockMail, storeMail } from '#domain/inbound-mails/index.ts';
import { addAttachment, storeAttachmentBytes } from '#domain/messages/index.ts';
import { customerWrote, lockTicket, openTicket } from '#domain/tickets/index.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { TestParley } from './parley-in-process.ts';
import type { Company } from './people.ts';

export type Letter = {
  from?: string;
  address?: string;
  subject?: string;
  text?: string;
  html?: string | null;
  /** The Message-ID of the letter that it answers. */
  answers?: string;
  attachments?: readonly { name: string; type: string; bytes: Uint8Array; contentId?: string }[];
};
export type TicketOfLetter = {
  ticketId: number;
  messageId: number;
  customerId: number;
  inboundMailId: number;
  attachmentIds: number[];
};

let uid = 0;

/** A customer's letter as intake would have taken it in: raw mail, mail log, customer, ticket, message, attachments. */
export async function aTicket(at: TestParley, company: Company, letter: Letter = {}): Promise<TicketOfLetter> {
  return takeLetter(at, company, letter, undefined);
}

/** A further letter on a ticket. */
export async function aLetterOn(
  at: TestParley,
  company: Company,
  ticketId: number,
  letter: Letter = {},
): Promise<TicketOfLetter> {
  return takeLetter(at, company, letter, ticketId);
}

async function takeLetter(
  at: TestParley,
  company: Company,
  the: Letter,
  onTicketId: number | undefined,
): Promise<TicketOfLetter> {
  const {
    from = 'Hanna Lindqvist',
    address = 'hanna@lindqvist.test',
    subject = 'A walnut table',
    text = 'Is it oak?',
  } = the;
  const files = filesInFolder(`${at.folder}/files`);
  const { companyId, productId, mailboxId } = company;
  const raw = Buffer.from(`From: ${from} <${address}>\r\nSubject: ${subject}\r\nX-Uid: ${++uid}\r\n\r\n${text}\r\n`);
  const [kept = null] = await keepRaws(files, companyId, [{ raw, hash: sha256(raw) }]);
  const stored = await Promise.all(
    (the.attachments ?? []).map(async (one) => ({
      ...one,
      ...(await storeAttachmentBytes(files, companyId, one.bytes)),
    })),
  );

  const taken = await at.db.transaction({ companies: [companyId] }, async (tx) => {
    await storeMail(tx, {
      companyId,
      mailboxId,
      folder: 'INBOX',
      role: 'inbox',
      uidValidity: '1',
      uid,
      receivedAt: new Date(),
      size: raw.byteLength,
      raw: kept,
    });
    const row = await tx.row<{ id: number }>(
      sql`select id from inbound_mails where mailbox_id = ${mailboxId} and uid = ${uid}`,
    );
    const mail = row && (await lockMail(tx, row.id));
    if (!mail) throw new Error('the mail was not stored');
    const customer = await findOrMakeCustomer(tx, companyId, { name: from, address });
    const message = {
      customer,
      hasAttachments: stored.length > 0,
      from: { name: from, address },
      to: [{ name: '', address: 'support@shop.test' }],
      subject,
      bodyText: text,
      bodyHtml: the.html === undefined ? `<p>${text}</p>` : the.html,
      mailKind: 'human' as const,
      mailMessageId: `${uid}.${companyId}@lindqvist.test`,
      inboundMailId: mail.id,
      ...(the.answers && { mailInReplyTo: the.answers, mailReferences: [the.answers] }),
    };
    const ticket = onTicketId === undefined ? undefined : await lockTicket(tx, onTicketId);
    const written = ticket
      ? { ticketId: ticket.id, ...(await customerWrote(tx, ticket, message)) }
      : await openTicket(
          tx,
          {
            companyId,
            productId,
            customerId: customer.id,
            channelAccountId: mailboxId,
            channel: 'mail',
            title: subject,
            looksLikeId: null,
          },
          message,
        );
    const attachmentIds: number[] = [];
    for (const one of stored) {
      attachmentIds.push(
        await addAttachment(tx, {
          companyId,
          messageId: written.messageId,
          uploadedBy: null,
          name: one.name,
          contentType: one.type,
          size: one.bytes.byteLength,
          key: one.key,
          hash: one.hash,
          contentId: one.contentId ?? null,
          inline: one.contentId !== undefined,
        }),
      );
    }
    await concludeMail(tx, mail, {
      outcome: ticket ? 'appended' : 'new_ticket',
      reasonKey: null,
      reason: null,
      from: { name: from, address },
      subject,
      ticketId: written.ticketId,
      messageId: written.messageId,
    });
    return { ...written, customerId: customer.id, inboundMailId: mail.id, attachmentIds };
  });
  at.wake.nudge('events');
  return taken;
}
