import { readAuthenticationResults } from './authentication-results.ts';
import { classifyMail } from './classify-mail.ts';
import { cleanAddress, readAddresses, readFirstAddress } from './mail-addresses.ts';
import { readMailDate } from './mail-date.ts';
import { readMessageIds } from './mail-identifiers.ts';
import { allHeaders, decodeHeaderText, firstHeader, type HeaderField } from './mime-header.ts';
import { readMimeTree } from './mime-tree.ts';
import { limits, type MailAddress, type MailAttachment, type ParsedMail } from './parsed-mail.ts';
import { readBounce } from './read-bounce.ts';
import { readContent, type ShownContent } from './read-content.ts';
import { type FoundFile, selectBody } from './select-body.ts';

/**
 * Understands a raw mail. Pure: nothing but the bytes decides the answer. It takes whatever bytes there are and reads
 * what can be read; what was odd is told in `warnings`. Hostile mails cost time and memory within the limits of
 * parsed-mail.ts; to be safe from what nobody thought of, call it through `createMailParser`.
 */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const tree = readMimeTree(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const { root, warnings } = tree;
  const body = selectBody(tree);
  const envelope = readEnvelope(root.fields);
  const { shown, contentIds } = readContent(body, envelope);
  const bounce = readBounce(root, body.text ?? shown.text, envelope);
  const { kind, reason } = classifyMail(root.fields, { ...envelope, ...shown, bounce });
  if (envelope.date === null) warnings.add('No date');
  if (envelope.messageId === null) warnings.add('No Message-ID');
  if (envelope.from === null) warnings.add('No sender');
  return {
    ...envelope,
    ...shown,
    attachments: body.files.map((file) => toAttachment(file, contentIds)),
    kind,
    kindReason: reason,
    bounce,
    unreadable: body.unreadable,
    warnings: [...warnings].slice(0, limits.warningsMax),
  };
}

type Envelope = Omit<
  ParsedMail,
  keyof ShownContent | 'attachments' | 'bounce' | 'kind' | 'kindReason' | 'unreadable' | 'warnings'
>;

function readEnvelope(fields: HeaderField[]): Envelope {
  const from = readFirstAddress(firstHeader(fields, 'from'));
  const sender = readFirstAddress(firstHeader(fields, 'sender'));
  const replyTo = readAddresses(allHeaders(fields, 'reply-to'));
  return {
    messageId: readMessageIds(allHeaders(fields, 'message-id').slice(0, 1))[0] ?? null,
    inReplyTo: readMessageIds(allHeaders(fields, 'in-reply-to')),
    references: readMessageIds(allHeaders(fields, 'references')),
    subject: decodeHeaderText(firstHeader(fields, 'subject') ?? '', limits.subjectLengthMax),
    date: readMailDate(firstHeader(fields, 'date')),
    from: from ?? brokenFrom(fields) ?? replyTo[0] ?? sender,
    sender,
    replyTo,
    to: readAddresses(allHeaders(fields, 'to')),
    cc: readAddresses(allHeaders(fields, 'cc')),
    bcc: readAddresses(allHeaders(fields, 'bcc')),
    deliveredTo: readAddresses(deliveryHeaders.flatMap((name) => allHeaders(fields, name))).map((one) => one.address),
    returnPath: readReturnPath(firstHeader(fields, 'return-path')),
    headers: readHeaders(fields),
    // The server looked at From: where the writer is taken from elsewhere, it has proved nothing about them.
    authentication: from ? readAuthenticationResults(allHeaders(fields, 'authentication-results')) : [],
  };
}

/** `"Anna <anna@…>` without the second quote, `<mailto:anna@…>`. */
function brokenFrom(fields: HeaderField[]): MailAddress | null {
  const header = firstHeader(fields, 'from') ?? '';
  const hasLoneQuote = header.split('"').length === 2;
  return readFirstAddress((hasLoneQuote ? header.replace('"', '') : header).replace(/<mailto:/i, '<'));
}

const deliveryHeaders = [
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'apparently-to',
];

function readReturnPath(header: string | null): string | null {
  if (header === null) return null;
  return /^\s*(?:<\s*>\s*)?$/.test(header.slice(0, limits.addressLengthMax))
    ? ''
    : (cleanAddress(header) ?? readFirstAddress(header)?.address ?? null);
}

function readHeaders(fields: HeaderField[]): [string, string][] {
  const headers: [string, string][] = [];
  let room: number = limits.headersTotalLengthMax;
  for (const { name, value } of fields.slice(0, limits.headersMax)) {
    const decoded = decodeHeaderText(value, limits.headerValueLengthMax);
    room -= name.length + decoded.length;
    if (room < 0) break;
    headers.push([name, decoded]);
  }
  return headers;
}

function toAttachment(file: FoundFile, shownIds: Set<string>): MailAttachment {
  return { ...file, inline: file.contentId !== null && shownIds.has(file.contentId) };
}
