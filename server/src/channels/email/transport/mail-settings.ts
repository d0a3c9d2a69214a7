import type { OutboundGuard } from '#platform/outbound-guard.ts';

/**
 * How a connection is protected, as the person chose: `ssl` starts with TLS, `tls` must upgrade by STARTTLS before a
 * password is sent and fails otherwise, `none` is plain text and never upgraded.
 */
export type MailSecurity = 'ssl' | 'tls' | 'none';

export type MailServer = { host: string; port: number; security: MailSecurity };

export type MailCredentials = { user: string; pass: string } | { user: string; accessToken: string };

/** What every connection to a mail server needs, whichever protocol it speaks. */
export type MailLink = {
  guard: OutboundGuard;
  /**
   * Asked for each connection, so that secrets are decrypted late and tokens are fresh. `refused` is true when
   * the server has just refused the last answer: a token should then be renewed even if it looks valid.
   */
  credentials: (asked: { refused: boolean }) => Promise<MailCredentials>;
  /** A certificate authority to trust beside the public ones, PEM. Verification itself is never switched off. */
  tlsCa?: string | undefined;
  /** How long connecting, and then the greeting, may take. 10 s unless given. */
  connectMilliseconds?: number | undefined;
};

export type ImapSettings = MailLink & { imap: MailServer };

export type SmtpSettings = Omit<MailLink, 'credentials'> & {
  smtp: MailServer;
  /** Null for a relay that knows us by our address and takes no password. */
  credentials: MailLink['credentials'] | null;
  /** Our name in EHLO; the host's own unless given. */
  clientName?: string | undefined;
  /** How long to wait for one answer. 10 min unless given: RFC 5321 4.5.3.2.6 grants that to the end of DATA. */
  answerMilliseconds?: number | undefined;
};

/** Folders as the person named them; what is missing is found by its special use (RFC 6154). */
export type MailFolders = {
  /** `INBOX` unless given. */
  inbox?: string | undefined;
  /** False: the sent box is not followed. */
  sent?: string | false | undefined;
  /** Spam is followed only when asked for: true finds the folder by its special use. */
  junk?: string | boolean | undefined;
};

export type MailboxSettings = ImapSettings & {
  folders: MailFolders;
  /** Mail above this is recorded as skipped, not fetched. 35 MB unless given. */
  mailBytesMax?: number | undefined;
  /** When the mailbox was added: a folder whose numbering is new to us is read from here on, not from the beginning. */
  startedAt: Date;
  /** Also fetch the history since then: a wish that stays until `MailboxPort.fetchedSince` reports it fulfilled. */
  fetchSince: Date | null;
  timings?: Partial<MailboxTimings> | undefined;
};

/** Every pace of the watch, in milliseconds. */
export type MailboxTimings = {
  /** Silence after which a command counts as dead; an idle connection is probed at the same pace. */
  silence: number;
  /** An IDLE is renewed after this: Gmail cuts at about 10 min, RFC 2177 advises less than 29. */
  idleRenewal: number;
  /** A look into the inbox although nothing was announced. */
  safetyPull: number;
  /** The same for a server that knows no IDLE. */
  pollWithoutIdle: number;
  /** A look at the sent box and the spam folder. */
  sideFolders: number;
  /** After a broken connection: the first pause, doubled up to the last. */
  retryFirst: number;
  retryLast: number;
  /** A line that lasts this long after the inbox was looked through is sound: the pauses begin anew. */
  steady: number;
  /** After a refused password or a plea to slow down, so that no provider locks the account: at most one try in 5 min. */
  patienceFirst: number;
  patienceLast: number;
};

export const mailboxTimings: MailboxTimings = {
  silence: 60_000,
  idleRenewal: 300_000,
  safetyPull: 300_000,
  pollWithoutIdle: 20_000,
  // Just below the silence, so that these looks double as the probe.
  sideFolders: 55_000,
  retryFirst: 200,
  retryLast: 60_000,
  steady: 3_000,
  patienceFirst: 300_000,
  patienceLast: 3_600_000,
};

export const connectMillisecondsDefault = 10_000;
export const mailBytesMaxDefault = 35 * 1024 * 1024;
