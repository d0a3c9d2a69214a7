import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { aDovecot } from './dovecot-rig.ts';
import { freePorts } from './free-ports.ts';
import { aPostfix } from './postfix-rig.ts';
import { makeCertificates, type RigCertificates } from './rig-certificates.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

/** One mail as its mailbox holds it: the bytes, and the same read as UTF-8 text. */
export type StoredMail = { uid: number; raw: Buffer; text: string; flags: Set<string> };

export type InternetMail = {
  /** Envelope sender; '' is the empty return path of bounces. */
  from: string;
  to: string | string[];
  raw: string | Buffer;
  /** What the receiving server found out about the sender and wrote into Authentication-Results. */
  authentication?: 'pass' | 'fail' | 'none';
};

/** A real Dovecot and a real Postfix on 127.0.0.1, with every domain below `.test` at home. */
export type MailServers = {
  host: '127.0.0.1';
  /** IMAP, plain until STARTTLS. */
  imapPort: number;
  /** IMAP over TLS. */
  imapsPort: number;
  /** The internet's side: no sign-in, accepts mail for known mailboxes only. */
  smtpPort: number;
  /** For signed-in users: STARTTLS and AUTH are required; an unknown recipient bounces later, by mail. */
  submissionPort: number;
  /** The same over implicit TLS. */
  submissionsPort: number;
  lmtpPort: number;
  /** The servers' certificate, valid for localhost and 127.0.0.1, and who signed it: other rigs may show it too. */
  certificates: RigCertificates;
  /** PEM of the authority that signed it. */
  ca: string;
  /** Adds a mailbox, or changes the password of one. */
  addMailbox(address: string, password: string): Promise<void>;
  /**
   * Sees to it that what signed-in users send there arrives, at once and for nothing. The internet's side hears of the
   * mailbox with the next one that is added: telling Postfix takes a fifth of a second.
   */
  ensureMailbox(address: string): void;
  /** Puts the mail straight into the mailbox by LMTP, past Postfix. */
  deliver(address: string, raw: string | Buffer, options?: { from?: string }): Promise<void>;
  /** Sends as a stranger's server would: SMTP to Postfix, which delivers to Dovecot. Throws what the server refused. */
  sendAsInternet(mail: InternetMail): Promise<void>;
  /** All mails of a folder, oldest first, over IMAP, without marking them as seen. */
  readMailbox(address: string, folder?: string): Promise<StoredMail[]>;
  /** Waits until a mail that satisfies `isIt` is in the folder. */
  waitForMail(
    address: string,
    isIt?: (mail: StoredMail) => boolean,
    options?: { folder?: string; timeoutMs?: number },
  ): Promise<StoredMail>;
  doveadm(...args: string[]): Promise<string>;
  /** What `postqueue -p` prints. */
  postqueue(): Promise<string>;
  /** What both servers have logged so far. */
  log(): string;
  startDovecot(): Promise<void>;
  stopDovecot(): Promise<void>;
  /** `kill -9`. */
  killDovecot(): Promise<void>;
  restartDovecot(): Promise<void>;
  startPostfix(): Promise<void>;
  stopPostfix(): Promise<void>;
  /** `kill -9`. */
  killPostfix(): Promise<void>;
  /** Stops both servers and removes everything they wrote. They also end, and clean up, with the process. */
  stop(): Promise<void>;
};

/** Starts both servers in a temporary folder on ports of their own; takes about a tenth of a second. Needs root. */
export async function startMailServers(): Promise<MailServers> {
  if (process.getuid?.() !== 0) throw new Error('Postfix starts only as root: run the mail tests as root');
  const { folder, remove } = makeTemporaryFolder('mail');
  const certificates = makeCertificates(folder);
  const [imap, imaps, lmtp, auth, smtp, submission, submissions] = (await freePorts(7)) as SevenPorts;
  const dovecot = aDovecot(path.join(folder, 'd'), { imap, imaps, lmtp, auth }, certificates);
  const postfix = aPostfix(path.join(folder, 'p'), { smtp, submission, submissions }, { lmtp, auth }, certificates);
  const passwords = new Map<string, string>();
  await postfix.setRecipients([]);
  const publishRecipients = coalesced(() => postfix.setRecipients(passwords.keys()));

  const passwordOf = (address: string): string => {
    const password = passwords.get(address.toLowerCase());
    if (password === undefined) throw new Error(`nobody called addMailbox('${address}', …)`);
    return password;
  };
  const read = (address: string, box = 'INBOX') => readOverImap(imap, address, passwordOf(address), box);
  const stop = async () => {
    await Promise.all([dovecot.kill(), postfix.kill()]);
    await remove();
  };

  try {
    await Promise.all([dovecot.start(), postfix.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    host: '127.0.0.1',
    imapPort: imap,
    imapsPort: imaps,
    smtpPort: smtp,
    submissionPort: submission,
    submissionsPort: submissions,
    lmtpPort: lmtp,
    certificates,
    ca: certificates.ca,
    async addMailbox(address, password) {
      passwords.set(address.toLowerCase(), password);
      dovecot.setUser(address, password);
      await publishRecipients();
    },
    ensureMailbox(address) {
      const mailbox = address.toLowerCase().replace(/\+[^@]*/, '');
      if (passwords.has(mailbox)) return;
      const password = randomUUID();
      passwords.set(mailbox, password);
      dovecot.setUser(mailbox, password);
    },
    async deliver(address, raw, { from = 'someone@internet.test' } = {}) {
      await send({ port: lmtp, lmtp: true, name: 'rig.test' }, { from, to: [address], raw });
    },
    async sendAsInternet({ from, to, raw, authentication = 'pass' }) {
      const domain = from.split('@')[1] ?? 'internet.test';
      const name = authentication === 'none' ? domain : `${authentication}--${domain}`;
      await send({ port: smtp, lmtp: false, name }, { from, to: [to].flat(), raw });
    },
    readMailbox: read,
    waitForMail(address, isIt = () => true, { folder: box = 'INBOX', timeoutMs } = {}) {
      const what = `a mail in ${box} of ${address}`;
      return waitUntil(async () => (await read(address, box)).find(isIt), {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        everyMs: 50,
        what,
      });
    },
    doveadm: dovecot.doveadm,
    postqueue: postfix.postqueue,
    log: () => `${dovecot.log()}${postfix.log()}`,
    startDovecot: dovecot.start,
    stopDovecot: dovecot.stop,
    killDovecot: dovecot.kill,
    async restartDovecot() {
      await dovecot.stop();
      await dovecot.start();
    },
    startPostfix: postfix.start,
    stopPostfix: postfix.stop,
    killPostfix: postfix.kill,
    stop,
  };
}

type SevenPorts = [number, number, number, number, number, number, number];

/** Runs the work once for all who ask while an earlier run is under way. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      running = work();
      return running;
    });
    return next;
  };
}

type Envelope = { from: string; to: string[]; raw: string | Buffer };

async function send(server: { port: number; lmtp: boolean; name: string }, { from, to, raw }: Envelope): Promise<void> {
  const transport = createTransport({ ...server, host: '127.0.0.1', ignoreTLS: true });
  try {
    const { rejected } = await transport.sendMail({ envelope: { from, to }, raw });
    if (rejected.length > 0) throw new Error(`refused for ${rejected.join(', ')}`);
  } finally {
    transport.close();
  }
}

async function readOverImap(port: number, user: string, pass: string, folder: string): Promise<StoredMail[]> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
  });
  await client.connect();
  try {
    const { exists } = await client.mailboxOpen(folder, { readOnly: true });
    if (exists === 0) return [];
    const mails = await client.fetchAll('1:*', { uid: true, source: true, flags: true });
    return mails.map(({ uid, source, flags }) => {
      const raw = source ?? Buffer.alloc(0);
      return { uid, raw, text: raw.toString('utf8'), flags: flags ?? new Set() };
    });
  } finally {
    await client.logout();
  }
}
