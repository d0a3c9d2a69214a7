import SMTPConnection, { type SMTPConnectionAuth } from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { explainMailError, MailFaultError } from './explain-mail-error.ts';
import { connectMillisecondsDefault, type MailCredentials, type SmtpSettings } from './mail-settings.ts';
import { serverName, trust } from './trust-certificates.ts';

export type SmtpSession = {
  connection: SMTPConnection;
  credentials: MailCredentials | null;
  /** Rejects when the connection breaks, whatever was under way; some waits of nodemailer are told only so. */
  broken: Promise<never>;
};

/** Where an error came from does not tell with which secrets: they travel beside it, to be taken out of its words. */
export class SmtpSessionError extends Error {
  override name = 'SmtpSessionError';
  readonly credentials: MailCredentials | null;

  constructor(cause: unknown, credentials: MailCredentials | null) {
    super('The SMTP session could not be opened', { cause });
    this.credentials = credentials;
  }
}

/** RFC 5321 4.5.3.2.6: a server may take this long over the end of DATA. */
const answerMillisecondsDefault = 600_000;

/**
 * Connects and signs in, through the outbound guard; throws SmtpSessionError. `tls` requires STARTTLS and `none` never
 * uses it. A server that asks for no password where we have one is refused: something is not as the person thinks.
 * A refused token is renewed once.
 */
export async function openSmtpSession(settings: SmtpSettings, signal?: AbortSignal): Promise<SmtpSession> {
  try {
    return await oneTry(settings, false, signal);
  } catch (error) {
    const credentials = error instanceof SmtpSessionError ? error.credentials : null;
    if (explainMailError(error, credentials).key !== 'sign_in_again') throw error;
    return await oneTry(settings, true, signal);
  }
}

async function oneTry(settings: SmtpSettings, refused: boolean, signal: AbortSignal | undefined): Promise<SmtpSession> {
  // What fails here is ours, not the mail server's: it is not wrapped.
  const credentials = settings.credentials ? await settings.credentials({ refused }) : null;
  let connection: SMTPConnection | null = null;
  try {
    connection = await aConnection(settings);
    const session = { connection, credentials, broken: breakingOf(connection, signal) };
    await Promise.race([session.broken, greeted(connection)]);
    if (credentials) await Promise.race([session.broken, signedIn(connection, credentials, settings)]);
    return session;
  } catch (cause) {
    connection?.close();
    throw new SmtpSessionError(cause, credentials);
  }
}

async function aConnection(settings: SmtpSettings): Promise<SMTPConnection> {
  const { host, port, security } = settings.smtp;
  const to = await settings.guard.resolve(host, port);
  const connectMilliseconds = settings.connectMilliseconds ?? connectMillisecondsDefault;
  return new SMTPConnection({
    host: to.address,
    port,
    ...serverName(to),
    secure: security === 'ssl',
    requireTLS: security === 'tls',
    ignoreTLS: security === 'none',
    tls: { ...trust(settings.tlsCa), ...serverName(to) },
    ...(settings.clientName ? { name: settings.clientName } : {}),
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: settings.answerMilliseconds ?? answerMillisecondsDefault,
    logger: false,
  });
}

function breakingOf(connection: SMTPConnection, signal: AbortSignal | undefined): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    connection.once('error', reject);
    // After whoever waits for an answer was told what the server said last.
    connection.once('end', () => setImmediate(reject, new MailFaultError('connection_lost', 'Connection closed')));
    const giveUp = () => {
      reject(signal?.reason);
      connection.close();
    };
    signal?.addEventListener('abort', giveUp);
    connection.once('end', () => signal?.removeEventListener('abort', giveUp));
    if (signal?.aborted) giveUp();
  });
  broken.catch(() => {});
  return broken;
}

function greeted(connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
}

function signedIn(connection: SMTPConnection, credentials: MailCredentials, { smtp }: SmtpSettings): Promise<void> {
  if (!connection.allowsAuth) {
    const key = smtp.security === 'none' ? 'encryption_required' : 'login_not_offered';
    throw new MailFaultError(key, String(connection.lastServerResponse || 'AUTH is not offered'));
  }
  return new Promise((resolve, reject) =>
    connection.login(authentication(credentials), (error) => (error ? reject(error) : resolve())),
  );
}

function authentication(credentials: MailCredentials): SMTPConnectionAuth {
  if ('pass' in credentials) return { user: credentials.user, credentials };
  return { user: credentials.user, method: 'XOAUTH2', oauth2: new XOAuth2(credentials) };
}
