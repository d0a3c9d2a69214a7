import { ImapFlow } from 'imapflow';
import type { ImapFlowOptions, Logger } from 'imapflow/lib/types.js';
import {
  connectMillisecondsDefault,
  type ImapSettings,
  type MailCredentials,
  mailBytesMaxDefault,
  mailboxTimings,
} from './mail-settings.ts';
import { serverName, trust } from './trust-certificates.ts';

export type ImapSession = {
  client: ImapFlow;
  credentials: MailCredentials;
  /** Aborted when the connection is gone, with the reason: the server's last words or a closed connection. */
  closed: AbortSignal;
  /**
   * The last error that imapflow only logged: several of its commands answer `false` instead of throwing, and
   * the server's words would be lost.
   */
  lastComplaint(): unknown;
  end(): Promise<void>;
};

/**
 * Connects and signs in, through the outbound guard. The session is one connection: when it is closed, open another.
 * imapflow's own IDLE is off (it comes back only 15 s after a command, and mail would wait); who wants to be told
 * calls `idle()`. `pace.signal` closes the connection at whatever stage it is. No compression: it costs some 250 KB for each idle connection.
 */
export async function openImapSession(
  settings: ImapSettings & { mailBytesMax?: number | undefined },
  pace: { refused?: boolean; silence?: number; idleRenewal?: number; signal?: AbortSignal } = {},
): Promise<ImapSession> {
  const { host, port, security } = settings.imap;
  const to = await settings.guard.resolve(host, port);
  const credentials = await settings.credentials({ refused: pace.refused ?? false });
  const connectMilliseconds = settings.connectMilliseconds ?? connectMillisecondsDefault;
  const mailBytesMax = settings.mailBytesMax ?? mailBytesMaxDefault;
  let complaint: unknown = null;

  const client = new ImapFlow({
    host: to.address,
    port,
    ...serverName(to),
    ...encryption(security),
    auth: credentials,
    tls: trust(settings.tlsCa),
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    socketTimeout: pace.silence ?? mailboxTimings.silence,
    maxIdleTime: pace.idleRenewal ?? mailboxTimings.idleRenewal,
    disableAutoIdle: true,
    disableCompression: true,
    clientInfo: { name: 'Parley', version: false, vendor: false, 'support-url': false },
    // A server cannot make us hold more than one mail of the agreed size; lines without an end stop at 1 MB.
    maxLineLength: 1024 * 1024,
    // RFC822.SIZE is an estimate at some servers, hence the quarter.
    maxLiteralSize: Math.ceil(mailBytesMax * 1.25) + 65_536,
    maxResponseSize: Math.ceil(mailBytesMax * 1.25) + 2 * 1024 * 1024,
    logger: complaintsOnly((error) => {
      complaint = error;
    }),
  });

  const closing = new AbortController();
  client.on('error', (error) => closing.abort(error));
  client.on('close', () => closing.abort(closedBy(client.byeReason)));
  const giveUp = () => client.close();
  pace.signal?.addEventListener('abort', giveUp);
  closing.signal.addEventListener('abort', () => pace.signal?.removeEventListener('abort', giveUp));
  try {
    pace.signal?.throwIfAborted();
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    client,
    credentials,
    closed: closing.signal,
    lastComplaint: () => complaint,
    async end() {
      // A polite goodbye must not wait for a server that is gone.
      const hurry = setTimeout(() => client.close(), 2_000);
      await client.logout().catch(() => {});
      clearTimeout(hurry);
      client.close();
    },
  };
}

/** The server's goodbye is the only word it has on why. */
function closedBy(goodbye: string | undefined): Error {
  return Object.assign(new Error('Connection closed'), { code: 'NoConnection', reason: goodbye });
}

function encryption(security: ImapSettings['imap']['security']): Pick<ImapFlowOptions, 'secure' | 'doSTARTTLS'> {
  if (security === 'ssl') return { secure: true };
  return { secure: false, doSTARTTLS: security === 'tls' };
}

/** The logger sees the whole conversation, passwords excepted, and keeps nothing of it but the errors. */
function complaintsOnly(complain: (error: unknown) => void): Logger {
  const keep = (entry: { err?: unknown }) => {
    if (entry?.err) complain(entry.err);
  };
  const ignore = () => {};
  return { trace: ignore, debug: ignore, info: ignore, warn: keep, error: keep, fatal: keep };
}
