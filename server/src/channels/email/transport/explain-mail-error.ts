import type { MailErrorKey } from '#contract/mail-errors.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import { Problem } from '#platform/problem.ts';
import type { MailCredentials } from './mail-settings.ts';

/** What went wrong with a mail server: a key that people are told by, and the server's own words. */
export type MailFault = { key: MailErrorKey; details: string | null };

/** A fault that we found ourselves, where no library threw. */
export class MailFaultError extends Error {
  override name = 'MailFaultError';
  readonly key: MailErrorKey;

  constructor(key: MailErrorKey, details: string) {
    super(details);
    this.key = key;
  }
}

/**
 * Turns what imapflow, nodemailer, node:tls and node:dns throw into a key and the server's words, free of the given
 * credentials in any of their spellings. The same happening has different names in each: a closed port is
 * ECONNREFUSED in imapflow and ESOCKET with an originalCode in nodemailer; a refused password is a flag here, a code
 * there. Response codes by RFC 5530 (IMAP), RFC 5321 and RFC 3463 (SMTP).
 */
export function explainMailError(error: unknown, credentials?: MailCredentials | null): MailFault {
  const facts = factsOf(error, credentials ?? null);
  const key = facts.known ?? rules.find(([, holds]) => holds(facts))?.[0] ?? 'unknown';
  return { key, details: serversWords(facts, credentials ?? null) };
}

type Facts = {
  known: MailErrorKey | null;
  codes: ReadonlySet<string>;
  /** SMTP reply code, 0 without one. */
  reply: number;
  /** SMTP command that was refused: 'MAIL FROM', 'RCPT TO', 'DATA', 'CONN' … */
  command: string;
  /** Signing in failed. */
  signIn: boolean;
  /** It failed with a token, not a password. */
  byToken: boolean;
  /** What the server said. */
  words: string;
  /** What the server or a library said. */
  text: string;
};

/** First match wins: the particular before the general. */
const rules: readonly (readonly [MailErrorKey, (facts: Facts) => boolean])[] = [
  // Said in so many words, by Gmail, Yahoo, Microsoft and Dovecot.
  ['app_password_needed', said(/application[- ]specific password|app[- ]password|534[- ]5\.7\.9/i)],
  ['web_login_needed', said(/web ?login|webalert|log ?in (with|via) your (web )?browser|534[- ]5\.7\.14/i)],
  ['imap_disabled', said(/not enabled for imap|imap (access |use )?is disabled|imap is not enabled/i)],
  [
    'oauth_needed',
    said(/basic auth\w{0,12} is (not supported|disabled)|SmtpClientAuthentication is disabled|\b5\.7\.30\b/i),
  ],
  [
    'encryption_required',
    said(/PRIVACYREQUIRED|login is disabled|LOGINDISABLED|must issue a STARTTLS|plaintext auth\w* disallowed/i),
  ],
  [
    'too_many_connections',
    said(/too many (simultaneous |concurrent )?(connections|sessions)|maximum number of connections/i),
  ],
  ['too_many_connections', coded('LIMIT')],
  ['recipient_refused', (f) => f.command === 'RCPT TO' && isLimitOfRecipient(f)],
  ['message_refused', (f) => f.command === 'DATA' && ofMailbox.test(f.text) && isLimitOfRecipient(f)],
  ['throttled', coded('ETHROTTLE', 'THROTTLED')],
  [
    'throttled',
    said(/\[THROTTLED\]|throttl|rate limit|too many (login|auth\w*|failed|bad)|slow down|bandwidth limit/i),
  ],
  ['quota', coded('OVERQUOTA')],
  ['quota', said(/OVERQUOTA|over ?quota|quota exceeded|sending (limit|quota)|\b5\.4\.5\b/i)],

  // Signing in.
  ['credentials_missing', said(/^(Missing credentials|No password configured|Please configure the login)/)],
  [
    'login_not_offered',
    said(/Unsupported authentication mechanism|No matching authentication method|Unknown authentication method/),
  ],
  ['sign_in_again', (f) => f.signIn && f.byToken],
  ['server_unavailable', (f) => f.signIn && (f.codes.has('UNAVAILABLE') || (f.reply >= 400 && f.reply < 500))],
  ['wrong_password', (f) => f.signIn],
  ['login_not_offered', (f) => f.reply === 530],

  // Finding and reaching.
  ['host_not_found', coded('ENOTFOUND', 'ENODATA', 'EDNS')],
  ['dns_failed', coded('EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT_DNS', 'EREFUSED')],
  ['connection_refused', coded('ECONNREFUSED')],
  ['unreachable', coded('EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'EADDRNOTAVAIL')],
  ['no_greeting', coded('GREETING_TIMEOUT')],

  // TLS, before the timeouts and closed connections that a failed handshake ends in.
  ['certificate_other_name', coded('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['certificate_expired', coded('CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID')],
  [
    'certificate_untrusted',
    (f) => [...f.codes].some((code) => /SELF_SIGNED_CERT|UNABLE_TO_|^CERT_|ISSUER_CERT/.test(code)),
  ],
  [
    'certificate_untrusted',
    said(/self[- ]signed certificate|unable to verify the first certificate|local issuer certificate/i),
  ],
  ['starttls_missing', said(/does not support (required )?STARTTLS/i)],
  ['starttls_missing', (f) => f.command === 'STARTTLS' && f.reply >= 400],
  ['tls_on_plain_port', coded('ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG')],
  ['tls_on_plain_port', said(/wrong version number|packet length too long/i)],
  ['timed_out', coded('CONNECT_TIMEOUT', 'UPGRADE_TIMEOUT', 'SOCKET_TIMEOUT', 'ETIMEDOUT', 'ETIMEOUT')],
  [
    'tls_failed',
    (f) => f.codes.has('ETLS') || [...f.codes].some((code) => /^ERR_(SSL|TLS)_|^EPROTO$|STARTTLS_INJECTION/.test(code)),
  ],

  // What the SMTP server refused.
  [
    'message_too_large',
    said(/message (?:(?!message ).){0,80}?(larger than|exceeds|too (big|large))|APPENDLIMIT|\b5\.3\.4\b/i),
  ],
  ['message_too_large', coded('LiteralTooLarge')],
  ['server_unavailable', (f) => f.reply === 421 || f.codes.has('UNAVAILABLE')],
  ['sender_refused', (f) => f.command === 'MAIL FROM' && f.reply >= 400],
  // Many servers look at the sender only when they hear of a recipient; Exchange, when it has the whole letter.
  ['sender_refused', said(/sender address rejected|not owned by user|send as this sender|SendAsDenied/i)],
  ['recipient_refused', (f) => f.command === 'RCPT TO' && f.reply >= 400],
  ['message_refused', (f) => f.command === 'DATA' && f.reply >= 400],
  ['smtp_refused', (f) => f.reply >= 400],

  // What remains of a conversation that broke.
  ['not_a_mail_server', coded('EPROTOCOL', 'InvalidResponse', 'UnexpectedTag', 'LineTooLarge', 'ResponseTooLarge')],
  ['not_a_mail_server', (f) => [...f.codes].some((code) => code.startsWith('ParserError'))],
  ['folder_missing', coded('NotFound', 'NONEXISTENT', 'TRYCREATE')],
  [
    'connection_lost',
    coded('ECONNRESET', 'EPIPE', 'ECONNECTION', 'ECONNABORTED', 'NoConnection', 'EConnectionClosed', 'StateLogout'),
  ],
  ['connection_lost', coded('ClosedAfterConnectText', 'ClosedAfterConnectTLS')],
];

/** RFC 3463: what is about the addressed mailbox is x.2.x, what is about whoever sends x.7.x. */
const ofMailbox = /\b[45]\.2\.\d{1,3}\b/;
const ofSender = /\b[45]\.7\.\d{1,3}\b|\b5\.4\.5\b|\b(sending|sender|submission|outgoing|outbound)\b/i;

/** A full mailbox, or too much mail for one, is nothing of ours: the others go on getting their letters. */
function isLimitOfRecipient({ text, reply }: Facts): boolean {
  if (ofSender.test(text)) return false;
  if (/over ?quota|quota exceeded/i.test(text)) return true;
  return /throttl|rate limit/i.test(text) && (reply < 500 || ofMailbox.test(text));
}

function said(pattern: RegExp): (facts: Facts) => boolean {
  return (facts) => pattern.test(facts.text);
}

function coded(...codes: string[]): (facts: Facts) => boolean {
  return (facts) => codes.some((code) => facts.codes.has(code));
}

function factsOf(error: unknown, credentials: MailCredentials | null): Facts {
  const chain = withCauses(error);
  const texts = (name: string) => chain.map((one) => one[name]).filter((value) => typeof value === 'string');
  const codes = new Set(['code', 'originalCode', 'serverResponseCode', 'timeoutType'].flatMap(texts));
  const reply = chain.map((one) => one.responseCode).find((value) => typeof value === 'number') ?? 0;
  const words = [...new Set(['responseText', 'response', 'reason'].flatMap(texts))].join(' ').trim();
  return {
    known: chain.map(knownKey).find((key) => key !== null) ?? null,
    codes,
    reply,
    command: texts('command')[0] ?? '',
    signIn:
      chain.some((one) => one.authenticationFailed === true) || codes.has('EAUTH') || reply === 534 || reply === 535,
    byToken: credentials !== null && 'accessToken' in credentials,
    words,
    text: [...texts('message'), ...codes, words].join('\n'),
  };
}

function knownKey(error: unknown): MailErrorKey | null {
  if (error instanceof MailFaultError) return error.key;
  if (error instanceof Problem && error.key === 'outbound_address_refused') return 'address_refused';
  return null;
}

/** The error and what it wraps, as plain bags of fields: node calls it `cause`, imapflow `_err`. */
function withCauses(error: unknown): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 4; ) {
    const fields = one as Record<string, unknown>;
    chain.push(fields);
    one = fields.cause ?? fields._err;
  }
  return chain;
}

const detailsLengthMax = 500;

/** One line of at most 500 characters without control characters and secrets. */
function serversWords(facts: Facts, credentials: MailCredentials | null): string | null {
  let line = (facts.words || facts.text).replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  for (const secret of spellingsOfSecrets(credentials)) line = line.replaceAll(secret, '***');
  return line === '' ? null : cutLetters(line, detailsLengthMax);
}

/** Servers echo commands back in their complaints: plain, quoted, in base64, or inside the SASL PLAIN answer. */
function spellingsOfSecrets(credentials: MailCredentials | null): string[] {
  if (!credentials) return [];
  const secret = 'pass' in credentials ? credentials.pass : credentials.accessToken;
  if (secret === '') return [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const sasl = [`\0${credentials.user}\0${secret}`, `user=${credentials.user}\x01auth=Bearer ${secret}\x01\x01`];
  return [secret, secret.replace(/(["\\])/g, '\\$1'), base64(secret), ...sasl.map(base64)];
}
