import { Readable } from 'node:stream';
import type { SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection';
import { wireAddress } from '#contract/mail-address.ts';
import { type MailErrorKey, mailErrors } from '#contract/mail-errors.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import { explainMailError, type MailFault } from './explain-mail-error.ts';
import type { MailCredentials, SmtpSettings } from './mail-settings.ts';
import { openSmtpSession, type SmtpSession, SmtpSessionError } from './open-smtp-session.ts';

/** `from` may be '', the empty return path of automatic mail (RFC 3834 3.3). */
export type OutgoingMail = { envelope: { from: string; to: readonly string[] }; raw: Buffer };

export type RefusedRecipient = { address: string; key: MailErrorKey; reason: string };

export type SendResult = {
  /**
   * `later`: somebody in `later` is to be tried again, with the same bytes and only for them. `never`: nobody is, and
   * somebody was not reached. `ok`: all were.
   */
  overall: 'ok' | 'later' | 'never';
  accepted: string[];
  later: RefusedRecipient[];
  never: RefusedRecipient[];
  /** What went wrong first: the key, our words, and the server's. */
  error: { key: MailErrorKey; words: string; details: string | null } | null;
  /** What the server said when it took the mail. */
  responseText: string | null;
  /** The line broke between the end of the mail and the server's answer: it may have been delivered. */
  ambiguous: boolean;
};

/**
 * Sends one mail over a connection of its own. What the outside world does is never thrown: a connection that fails,
 * a refused password and 4xx mean later; 5xx means never, for the recipient it was said of (RCPT) or for all (MAIL,
 * DATA); the others still get the mail. A line cut after the final dot means later, so that no mail is lost: the
 * same Message-ID lets the receiver drop the second copy. Throws only what `settings.credentials` throws.
 */
export async function sendMail(
  settings: SmtpSettings,
  { envelope, raw }: OutgoingMail,
  signal?: AbortSignal,
): Promise<SendResult> {
  const wire = new Map(envelope.to.map((address) => [wireAddress(address), address]));
  const from = envelope.from === '' ? '' : wireAddress(envelope.from);
  const invalid = envelope.to.filter((address) => wireAddress(address) === null);
  wire.delete(null);
  if (from === null) return nobodyReached(envelope.to, 'never', invalidAddress('sender_refused', envelope.from));
  const never = invalid.map((address) => refused(address, invalidAddress('recipient_refused', address)));
  const recipients = [...wire.keys()].filter((address) => address !== null);
  if (recipients.length === 0) return result({ never });

  let credentials: MailCredentials | null = null;
  let session: SmtpSession | null = null;
  const body = { ended: false };
  try {
    session = await openSmtpSession(settings, signal);
    credentials = session.credentials;
    const info = await handOver(session, { from, to: recipients }, raw, body);
    session.connection.quit();
    const given = (address: string) => wire.get(address) ?? address;
    return afterData(info, credentials, given, never);
  } catch (error) {
    session?.connection.close();
    if (!session && !(error instanceof SmtpSessionError)) throw error;
    if (error instanceof SmtpSessionError) credentials = error.credentials;
    const answered = replyOf(error) > 0;
    return afterFailure(error, credentials, wire, never, body.ended && !answered);
  }
}

function handOver(
  session: SmtpSession,
  envelope: { from: string; to: string[] },
  raw: Buffer,
  body: { ended: boolean },
): Promise<SMTPConnectionSendInfo> {
  const content = Readable.from(slices(raw), { objectMode: false });
  content.once('end', () => {
    body.ended = true;
  });
  const use8BitMime = raw.some((byte) => byte > 127);
  const sent = new Promise<SMTPConnectionSendInfo>((resolve, reject) =>
    session.connection.send({ ...envelope, size: raw.length, use8BitMime }, content, (error, info) =>
      error ? reject(error) : resolve(info as SMTPConnectionSendInfo),
    ),
  );
  // Its own answer first: it knows more than the connection that breaks with it.
  return Promise.race([sent, session.broken]);
}

/** The mail in pieces, so that a long one is not copied whole into the socket's buffer. */
function* slices(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += 65_536) yield raw.subarray(at, at + 65_536);
}

function afterData(
  info: SMTPConnectionSendInfo,
  credentials: MailCredentials | null,
  given: (address: string) => string,
  invalid: RefusedRecipient[],
): SendResult {
  const { later, never } = sorted(info.rejectedErrors ?? [], credentials, given);
  const accepted = info.accepted.map(given);
  return result({ accepted, later, never: [...invalid, ...never], responseText: cutLetters(info.response, 500) });
}

function afterFailure(
  error: unknown,
  credentials: MailCredentials | null,
  wire: ReadonlyMap<string | null, string>,
  invalid: RefusedRecipient[],
  ambiguous: boolean,
): SendResult {
  const fault = explainMailError(error, credentials);
  const perRecipient = rejectedErrorsOf(error);
  if (perRecipient.length > 0) {
    const { later, never } = sorted(perRecipient, credentials, (address) => wire.get(address) ?? address);
    return { ...result({ later, never: [...invalid, ...never] }), error: told(fault) };
  }
  const list = [...wire.values()].map((address) => refused(address, fault));
  const forGood = isForGood(error, fault.key);
  const outcome = forGood ? { never: [...invalid, ...list] } : { later: list, never: invalid };
  return { ...result(outcome), error: told(fault), ambiguous: ambiguous && !forGood };
}

/** Nodemailer's list of refused recipients: each with the server's reply to its RCPT. */
function sorted(errors: readonly Error[], credentials: MailCredentials | null, given: (address: string) => string) {
  const later: RefusedRecipient[] = [];
  const never: RefusedRecipient[] = [];
  for (const error of errors) {
    const fault = explainMailError(error, credentials);
    const address = 'recipient' in error && typeof error.recipient === 'string' ? given(error.recipient) : '';
    (isForGood(error, fault.key) ? never : later).push(refused(address, fault));
  }
  return { later, never };
}

/** A 5xx that is about us, not about the mail: signing in, limits and bad days pass. */
const passesByItself: ReadonlySet<MailErrorKey> = new Set([
  'quota',
  'throttled',
  'too_many_connections',
  'server_unavailable',
  'oauth_needed',
  'login_not_offered',
  'encryption_required',
  'starttls_missing',
  'wrong_password',
  'app_password_needed',
  'sign_in_again',
  'web_login_needed',
]);

/**
 * RFC 5321 4.2.1: 5yz is final. Only where the mail itself was at issue, though: a server that turns our connection
 * away (554 as greeting) may be mended tomorrow. 503 says that the conversation was in disorder, not the mail.
 */
function isForGood(error: unknown, key: MailErrorKey): boolean {
  if (typeof error !== 'object' || error === null || passesByItself.has(key)) return false;
  const { code, permanent, responseCode } = error as { code?: unknown; permanent?: unknown; responseCode?: unknown };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // Without a reply nodemailer itself refused: too large for what the server announced.
  return responseCode === undefined || permanent === true;
}

function replyOf(error: unknown): number {
  const reply = typeof error === 'object' && error !== null && 'responseCode' in error ? error.responseCode : 0;
  return typeof reply === 'number' ? reply : 0;
}

function rejectedErrorsOf(error: unknown): Error[] {
  const list = typeof error === 'object' && error !== null && 'rejectedErrors' in error ? error.rejectedErrors : [];
  return Array.isArray(list) ? list : [];
}

function invalidAddress(key: MailErrorKey, address: string): MailFault {
  return { key, details: `Not a mail address: ${cutLetters(JSON.stringify(address), 200)}` };
}

function refused(address: string, fault: MailFault): RefusedRecipient {
  return { address, key: fault.key, reason: fault.details ?? mailErrors[fault.key] };
}

function nobodyReached(to: readonly string[], when: 'later' | 'never', fault: MailFault): SendResult {
  const list = to.map((address) => refused(address, fault));
  return { ...result({ [when]: list }), error: told(fault) };
}

function told({ key, details }: MailFault): NonNullable<SendResult['error']> {
  return { key, words: mailErrors[key], details };
}

function result(outcome: Partial<Omit<SendResult, 'overall' | 'error' | 'ambiguous'>>): SendResult {
  const { accepted = [], later = [], never = [], responseText = null } = outcome;
  const first = later[0] ?? never[0];
  const error = first ? { key: first.key, words: mailErrors[first.key], details: first.reason } : null;
  const overall = later.length > 0 ? 'later' : never.length > 0 ? 'never' : 'ok';
  return { overall, accepted, later, never, error, responseText, ambiguous: false };
}
