import { isBounceSubject, isDaemon, isPostmaster } from './bounce-phrases.ts';
import { cleanLine } from './clean-text.ts';
import { decodeBytes } from './decode-part.ts';
import { cleanAddress, readAddresses } from './mail-addresses.ts';
import { readMessageIds } from './mail-identifiers.ts';
import { allHeaders, firstHeader, type HeaderField, readHeaderFields } from './mime-header.ts';
import type { MimePart } from './mime-tree.ts';
import { type Bounce, type BounceRecipient, limits, type ParsedMail } from './parsed-mail.ts';

type BouncedMail = Pick<ParsedMail, 'from' | 'returnPath' | 'subject' | 'inReplyTo' | 'references'>;

/**
 * Reads a report about a mail that was not, or not yet, delivered: the standard form (RFC 3464), and as well as can be
 * what qmail, Exim, Exchange and others write in plain words. Null for every other mail, also for one that merely has
 * somebody's report attached.
 */
export function readBounce(root: MimePart, text: string, mail: BouncedMail): Bounce | null {
  const parts = partsOf(root);
  const isReport = root.contentType.value === 'multipart/report';
  const isFromProgram = mail.returnPath === '' || isDaemon(mail.from?.address) || isPostmaster(mail.from?.address);
  if (!isReport && !isFromProgram) return null;
  const recipients = parts.filter((part) => statusTypes.has(part.contentType.value)).flatMap(readDeliveryStatus);
  const originalMessageId = originalIdInParts(parts) ?? originalIdInWords(text);
  if (recipients.length > 0) {
    const answered = originalMessageId ?? mail.inReplyTo[0] ?? mail.references.at(-1) ?? null;
    return { originalMessageId: answered, recipients: recipients.slice(0, limits.bounceRecipientsMax) };
  }
  if (!isFromProgram) return null;
  const worded = readWordedBounce(root.fields, text, mail);
  return worded && { originalMessageId: originalMessageId ?? mail.inReplyTo[0] ?? null, recipients: worded };
}

const statusTypes = new Set(['message/delivery-status', 'message/global-delivery-status']);
const originalTypes = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers']);

function partsOf(root: MimePart): MimePart[] {
  return [root, ...root.children.flatMap(partsOf)];
}

/** RFC 3464 2: blocks of fields, the first about the report, each other about one recipient. */
function readDeliveryStatus(part: MimePart): BounceRecipient[] {
  const blocks = decodeBytes(part)
    .toString('latin1', 0, statusBytesMax)
    .replaceAll('\r', '')
    .split(/\n[ \t]*\n/);
  return blocks.slice(0, limits.bounceRecipientsMax + 1).flatMap((block) => {
    const fields = readHeaderFields(Buffer.from(block, 'latin1'));
    const named = ['original-recipient', 'final-recipient'].map((name) =>
      cleanAddress(afterType(firstHeader(fields, name))),
    );
    const address = named.find((one) => one !== null);
    if (!address) return [];
    return {
      address,
      action: cleanLine(firstHeader(fields, 'action') ?? 'failed', 20).toLowerCase(),
      status: statusCode.exec(firstHeader(fields, 'status') ?? '')?.[0] ?? '',
      diagnostic: cleanLine(afterType(firstHeader(fields, 'diagnostic-code')), limits.diagnosticLengthMax),
    };
  });
}

const statusBytesMax = 200_000;
const statusCode = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/** `rfc822; anna@example.com` → the address; `smtp; 550 …` → the server's words. */
function afterType(value: string | null): string {
  return (value ?? '').replace(/^\s*[\w-]{1,30}\s*;/, '').trim();
}

const nestedHeaderBytesMax = 200_000;

function originalIdInParts(parts: MimePart[]): string | null {
  for (const part of parts.filter((one) => originalTypes.has(one.contentType.value))) {
    const fields = readHeaderFields(headersOf(decodeBytes(part).subarray(0, nestedHeaderBytesMax)));
    const [id] = readMessageIds(allHeaders(fields, 'message-id'));
    if (id) return id;
  }
  return null;
}

function headersOf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const end = text.slice(1).search(/\r?\n\r?\n/);
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

function originalIdInWords(text: string): string | null {
  // Folded, where it would make a long line; ours do.
  const header = /^[> \t]{0,5}message-id:[ \t]{0,5}(?:\r?\n[> \t]{1,5})?(<[^<>\s]{3,900}>)/im.exec(text)?.[1];
  return header ? (readMessageIds([header])[0] ?? null) : null;
}

/** What programs without RFC 3464 write: addresses and reasons in a text before the copy of the original mail. */
function readWordedBounce(fields: HeaderField[], text: string, mail: BouncedMail): BounceRecipient[] | null {
  const failed = readAddresses(allHeaders(fields, 'x-failed-recipients')).map((one) => one.address);
  if (failed.length === 0 && !isBounceSubject(mail.subject) && !qmailGreeting.test(text)) return null;
  const words = text.slice(0, wordedLengthMax).split(copyOfOriginal)[0] ?? '';
  const blocks = words.split(/\n[ \t]*\n/);
  const addresses = failed.length > 0 ? failed : addressesThatFailed(blocks);
  const isDelayed = /\b(?:delayed|has not yet been delivered|will (?:continue|keep) (?:to be )?(?:try|retr))/i.test(
    words,
  );
  return addresses.slice(0, limits.bounceRecipientsMax).map((address) => {
    const about = blocks.findIndex((block) => block.toLowerCase().includes(address.toLowerCase()));
    const diagnostic = explains(blocks[about]) ? blocks[about] : `${blocks[about] ?? ''}\n${blocks[about + 1] ?? ''}`;
    const status = statusCode.exec(diagnostic ?? '')?.[0] ?? '';
    const action = isDelayed || status.startsWith('4') ? 'delayed' : 'failed';
    return { address, action, status, diagnostic: cleanLine(diagnostic ?? '', limits.diagnosticLengthMax) };
  });
}

const wordedLengthMax = 50_000;
const qmailGreeting = /^Hi\. This is the (?:qmail|deliver)/m;
const copyOfOriginal =
  /^-{2,}[ \t]?(?:Below this line is a copy|This is a copy of (?:the|your) message|Original message|Returned message|The (?:following|header)|Message header|Unsent message)|^(?:Original message headers|Received: from)\b/im;

function explains(block: string | undefined): boolean {
  return /\b[245]\d\d\b|#?[245]\.\d{1,3}\.\d{1,3}/.test(block ?? '');
}

/** The address that opens a line, as `<anna@example.com>:` (qmail) or on its own (Exim, Exchange). */
function addressesThatFailed(blocks: string[]): string[] {
  const found = new Set<string>();
  for (const line of blocks.flatMap((block) => block.split('\n'))) {
    const candidate = /^[ \t>*-]{0,10}<?([^\s<>:;,()"'@]{1,128}@[^\s<>:;,()"'@]{1,255})>?(?:[:,;.]|\s|$)/.exec(
      line,
    )?.[1];
    const address = candidate === undefined ? null : cleanAddress(candidate.replace(/(?<![.])[.]+$/, ''));
    if (address) found.add(address);
  }
  return [...found];
}
