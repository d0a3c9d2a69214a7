import { createHash } from 'node:crypto';
import MailComposer, { type MailComposerAttachment } from 'nodemailer/lib/mail-composer';
import { wireAddress } from '#contract/mail-address.ts';
import { Problem } from '#platform/problem.ts';
import { isSafeHeader } from '#platform/safe-header.ts';

export type MailPerson = { name?: string | null; address: string };

export type MailAttachment = {
  name: string;
  contentType: string;
  bytes: Buffer;
  /** Of an image that the HTML shows as `cid:…`. */
  contentId?: string | null;
  inline?: boolean;
};

export type MailToCompose = {
  from: MailPerson;
  to: readonly MailPerson[];
  cc?: readonly MailPerson[];
  replyTo?: readonly MailPerson[];
  subject: string;
  /** With its angle brackets. */
  messageId: string;
  inReplyTo?: string | null;
  /** Oldest first. */
  references?: readonly string[];
  date: Date;
  html?: string | null;
  text?: string | null;
  attachments?: readonly MailAttachment[];
  /** What marks the mail as automatic (RFC 3834 5): `auto-generated` for notices, `auto-replied` for answers. */
  automatic?: 'auto-generated' | 'auto-replied' | null;
  /** Further headers, such as the mailbox's own. Headers that this mail has anyway cannot be set here. */
  extra?: readonly (readonly [name: string, value: string])[];
};

/**
 * The mail as bytes (RFC 5322, CRLF). The same input gives the same bytes, boundaries included, so that a retry sends
 * what was sent before. Blind recipients are not part of it: they live in the envelope alone.
 *
 * Nothing that people or their mails supplied can become a header of its own: text (names, subject, file names)
 * loses its control characters; what carries structure (addresses, Message-ID, extra headers) is refused with
 * `invalid_email` or `unsafe_header`. Content comes as buffers and strings only: no path, no URL, no raw part.
 */
export async function composeMail(mail: MailToCompose): Promise<Buffer> {
  const { html, text, automatic } = mail;
  if (!messageIdForm.test(mail.messageId)) throw new Problem('unsafe_header', { field: 'messageId' });
  const composer = new MailComposer({
    from: person(mail.from, 'from'),
    to: people(mail.to, 'to'),
    cc: people(mail.cc ?? [], 'cc'),
    replyTo: people(mail.replyTo ?? [], 'replyTo'),
    subject: oneLine(mail.subject),
    messageId: mail.messageId,
    ...(mail.inReplyTo && messageIdForm.test(mail.inReplyTo) ? { inReplyTo: mail.inReplyTo } : {}),
    references: chain(mail.references ?? []),
    date: mail.date,
    ...(html ? { html: plainText(html) } : {}),
    text: plainText(text ?? ''),
    attachments: (mail.attachments ?? []).map(attachment),
    headers: [...(automatic ? automaticHeaders(automatic) : []), ...extraHeaders(mail.extra ?? [])],
    baseBoundary: boundaryOf(mail),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** A msg-id as others write it: no spaces, no brackets inside, printable. Longer ones would break the line limit. */
const messageIdForm = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,900}>$/;
const referencesMax = 20;

/** The first tells where the thread began, the last ones where it is; what is missing between harms nobody. */
function chain(references: readonly string[]): string[] {
  const sound = references.filter((id) => messageIdForm.test(id));
  return sound.length <= referencesMax ? sound : [...sound.slice(0, 1), ...sound.slice(1 - referencesMax)];
}

function people(list: readonly MailPerson[], field: string): { name: string; address: string }[] {
  return list.map((one, at) => person(one, `${field}[${at}]`));
}

function person({ name, address }: MailPerson, field: string): { name: string; address: string } {
  const wire = wireAddress(address);
  if (wire === null) throw new Problem('invalid_email', { field });
  return { name: oneLine(name ?? ''), address: wire };
}

const nameLengthMax = 255;

function attachment({ name, contentType, bytes, contentId, inline }: MailAttachment): MailComposerAttachment {
  const filename = oneLine(name).replace(/[/\\]/g, '_').slice(0, nameLengthMax);
  return {
    filename: filename || 'attachment',
    contentType: safeType(contentType),
    content: bytes,
    contentTransferEncoding: 'base64',
    contentDisposition: inline ? 'inline' : 'attachment',
    ...(contentId && /^[^\s<>"\p{Cc}]{1,200}$/u.test(contentId) ? { cid: contentId } : {}),
  };
}

/**
 * `multipart/…` would be taken for structure, and `message/…` may not be encoded in base64 (RFC 2046 5.2.1), which
 * 8-bit mail needs: as plain files both arrive as they are.
 */
function safeType(contentType: string): string {
  const type = contentType.toLowerCase().split(';')[0]?.trim() ?? '';
  const isPlain = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/.test(type);
  return isPlain && !/^(multipart|message)\//.test(type) ? type : 'application/octet-stream';
}

function automaticHeaders(kind: 'auto-generated' | 'auto-replied') {
  return [
    { key: 'Auto-Submitted', value: kind },
    // Exchange and Outlook heed this one instead.
    { key: 'X-Auto-Response-Suppress', value: 'All' },
  ];
}

function extraHeaders(extra: NonNullable<MailToCompose['extra']>): { key: string; value: string }[] {
  return extra.map(([name, value], at) => {
    if (!isSafeHeader(name, value)) throw new Problem('unsafe_header', { field: `extra[${at}]` });
    return { key: name, value };
  });
}

/** Control characters and line separators become one space: a header is a line. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** A body keeps its lines, ended one way; a NUL, or a CR or LF alone, may not stand in a mail (RFC 5322 2.3). */
function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n|\r|\n/g, '\r\n');
}

/** Nobody can write a body that contains its own boundary: the boundary depends on the body. */
function boundaryOf({ messageId, html, text }: MailToCompose): string {
  return createHash('sha256')
    .update(JSON.stringify([messageId, html, text]))
    .digest('hex')
    .slice(0, 40);
}
