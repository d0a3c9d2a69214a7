import { cameAt } from '#domain/inbound-mails/index.ts';
import { addMessage } from '#domain/messages/index.ts';
import { answeredElsewhere, firstLine, messageEvent, type Ticket, ticketEvent } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { type Arriving, whatIsMissing } from './arriving.ts';

/** An agent answered from another mail program: the letter joins its ticket as ours, with nothing left to deliver. */
export async function addSentElsewhere(tx: Tx, ticket: Ticket, arriving: Arriving): Promise<number> {
  const { mail, row } = arriving;
  const isHuman = mail.kind === 'human';
  const author = { kind: 'user', id: null, name: mail.from?.name || mail.from?.address || '' } as const;
  const messageId = await addMessage(tx, {
    companyId: ticket.company_id,
    ticketId: ticket.id,
    kind: 'outbound',
    direction: 2,
    channel: 'mail',
    author,
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    bcc: mail.bcc,
    subject: mail.subject,
    bodyHtml: mail.html,
    bodyText: mail.text,
    quotedHtml: mail.quotedHtml,
    quotedText: mail.quotedText,
    remoteImages: mail.remoteImageCount,
    mailKind: isHuman ? null : 'automatic',
    mailMessageId: mail.messageId,
    mailInReplyTo: mail.inReplyTo[0] ?? null,
    mailReferences: mail.references,
    inboundMailId: row.id,
    ...whatIsMissing(arriving),
    added: cameAt(row),
  });
  await answeredElsewhere(tx, ticket, {
    ...{ messageId, at: row.received_at, isHuman, author },
    line: firstLine(mail.text),
    hasAttachments: mail.attachments.some((one) => !one.inline),
  });
  await recordEvents(tx, [
    messageEvent(ticket, messageId, systemActor),
    ticketEvent('updated', ticket, systemActor, messageId),
  ]);
  return messageId;
}
