import fs from 'node:fs/promises';
import path from 'node:path';
import { composeMail } from '#channels/email/transport/compose-mail.ts';
import { logoPart } from '#domain/companies/index.ts';
import type { BrandKey, Brands } from '#platform/brands/brands.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { openLetter } from '#platform/system-letter.ts';
import { untilWritten } from '#platform/until-written.ts';
import type { Wake } from '#platform/wake.ts';
import { whileRenewing } from '#platform/while-renewing.ts';

type SystemMail = {
  id: number;
  to_name: string;
  to_address: string;
  subject: string;
  sealed_body: string;
  message_id: string;
  attempts: number;
  added: Date;
  brand: BrandKey;
  logo: string | null;
  /** Why it was not sent before. */
  error: string | null;
  link_has_ended: boolean;
};
export type SendSystemMail = (envelope: { from: string; to: string }, raw: Buffer) => Promise<void>;

const leaseSeconds = 120;
const renewSeconds = 30;
const sideBySideMax = 4;
/** A mail server may be away over a weekend. */
const daysMax = 3;
/** Providers lock accounts that keep trying a refused password. */
const patienceSeconds = 300;
const pauseSeconds = 30;
/** These speak of the mail server and of how we sign in there: every letter would meet the same. */
const speaksOfServer: ReadonlySet<string> = new Set([
  ...['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS'],
  ...['ECONNREFUSED', 'ECONNRESET'],
]);

type SystemMails = {
  db: Database;
  files: Files;
  wake: Wake;
  log: Log;
  brands: Brands;
  secrets: Secrets;
  send: SendSystemMail;
};

/** Sends Parley's own letters. Each is owed since the transaction that caused it, so none is forgotten or invented. */
export function runSystemMail(the: SystemMails): Loop {
  const { db, wake, log } = the;
  const underWay = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  // While the mail server is in trouble one letter at a time finds out whether it still is.
  let pausedUntil: number | undefined;
  const note = (error: unknown) => {
    const code = codeOf(error);
    if (!speaksOfServer.has(code)) pausedUntil = undefined;
    else pausedUntil = performance.now() + (code === 'EAUTH' ? patienceSeconds : pauseSeconds) * 1000;
  };
  const loop = runLoop({
    name: 'system mail',
    log,
    wakeOn: (then) => wake.on('outbox', then),
    restSeconds: 10,
    async work() {
      if (underWay.size >= (pausedUntil === undefined ? sideBySideMax : 1)) return 'idle';
      if (performance.now() < (pausedUntil ?? 0)) return 'idle';
      const mail = await db.transaction('system', (tx) => claim(tx, [...underWay.keys()]));
      if (!mail) return 'idle';
      if (mail.link_has_ended) {
        const words = ['its link has ended', ...(mail.error === null ? [] : [mail.error])].join('; ');
        await db.transaction('system', (tx) => giveUp(tx, mail, words));
        log.error({ err: mail.error, systemMail: mail.id }, 'a system letter is given up: its link has ended');
        return 'more';
      }
      const sending = sendOne(the, mail, { stopping: stopping.signal, note })
        .catch((error: unknown) => log.warn({ err: error }, 'system mail: one was interrupted'))
        .finally(() => {
          underWay.delete(mail.id);
          loop.poke();
        });
      underWay.set(mail.id, sending);
      return 'more';
    },
  });
  return {
    poke: loop.poke,
    async stop() {
      await loop.stop();
      stopping.abort();
      await Promise.all(underWay.values());
    },
  };
}

async function sendOne(
  { db, files, log, brands, secrets, send }: SystemMails,
  mail: SystemMail,
  { stopping, note }: { stopping: AbortSignal; note: (error: unknown) => void },
): Promise<void> {
  const { name, mailFrom } = brands.of(mail.brand);
  try {
    const raw = await composeMail({
      from: { name, address: mailFrom },
      to: [{ name: mail.to_name, address: mail.to_address }],
      subject: mail.subject,
      messageId: `<${mail.message_id}@${mailFrom.split('@').at(-1)}>`,
      date: mail.added,
      ...openLetter(secrets, mail.message_id, mail.sealed_body),
      automatic: 'auto-generated',
      attachments: await logoPart(files, mail.logo),
    });
    const renew = () => db.transaction('system', (tx) => renewLease(tx, mail));
    await whileRenewing(renewSeconds, renew, () => send({ from: mailFrom, to: mail.to_address }, raw));
    note(undefined);
  } catch (error) {
    note(error);
    const isGivenUp = isNobodyThere(error) || Date.now() - mail.added.getTime() > daysMax * 86_400_000;
    if (isGivenUp) log.error({ err: error, systemMail: mail.id }, 'a system letter is given up');
    else log.warn({ err: error, systemMail: mail.id }, 'a system letter has to wait');
    await db.transaction('system', (tx) => (isGivenUp ? giveUp : putOff)(tx, mail, wordsOf(error)));
    return;
  }
  await untilWritten(stopping, () => db.transaction('system', (tx) => noteSent(tx, mail)));
}

/** What is under way here is not taken again, though its lease ran out while the database was away. */
const claim = (tx: Tx, underWay: readonly number[]): Promise<SystemMail | undefined> =>
  tx.row<SystemMail>(
    sql`update system_mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (
          select id from system_mails where state = 'queued' and due_at <= now() and id <> all (${underWay}::bigint[])
          order by is_news, due_at limit 1 for update skip locked)
        returning id, to_name, to_address, subject, sealed_body, message_id, attempts, added, brand, logo, error,
          coalesce(link_ends <= now(), false) as link_has_ended`,
  );

/** Which attempt it is tells whose it is: the next one is another worker's. */
const isOurs = ({ id, attempts }: SystemMail) => sql`id = ${id} and attempts = ${attempts} and state = 'queued'`;

async function renewLease(tx: Tx, mail: SystemMail): Promise<boolean> {
  const renewed = await tx.run(
    sql`update system_mails set due_at = now() + make_interval(secs => ${leaseSeconds}) where ${isOurs(mail)}`,
  );
  return renewed === 1;
}

/** News bears a customer's words in its subject, who may have been forgotten while it waited. */
const subjectOnceSettled = sql`case when is_news = 1 then '' else subject end`;

/** Who took a letter has it, whoever sends it by now. */
const noteSent = (tx: Tx, { id }: SystemMail): Promise<number> =>
  tx.run(
    sql`update system_mails set state = 'sent', error = null, sealed_body = null, subject = ${subjectOnceSettled} where id = ${id} and state <> 'sent'`,
  );

/** A letter whose link ends is tried oftener towards its end, so that a mail server that comes back meanwhile still brings it. */
const putOff = (tx: Tx, mail: SystemMail, words: string): Promise<number> =>
  tx.run(
    sql`update system_mails set error = ${words},
          due_at = now() + least(make_interval(secs => ${Math.min(3600, 5 * 2 ** mail.attempts)}),
            case when link_ends is not null then greatest(interval '1 minute', (link_ends - now()) / 2) end)
        where ${isOurs(mail)}`,
  );

/** `due_at` is when it was given up, from then on. */
const giveUp = (tx: Tx, mail: SystemMail, words: string): Promise<number> =>
  tx.run(
    sql`update system_mails set state = 'failed', due_at = now(), sealed_body = null, subject = ${subjectOnceSettled},
          error = ${words} where ${isOurs(mail)}`,
  );

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 1000);

/** Their server has said for good that there is nobody. Policies (5.7.x, RFC 3463), such as relaying, speak of us and are mended. */
function isNobodyThere(error: unknown): boolean {
  if (codeOf(error) !== 'EENVELOPE') return false;
  const { command, responseCode = 0, response = '' } = error as SmtpRefusal;
  return command === 'RCPT TO' && responseCode >= 500 && !response.includes(' 5.7.');
}
/** What nodemailer says of an answer. */
type SmtpRefusal = { command?: string; responseCode?: number; response?: string };

/** Without an SMTP server, letters are laid into a folder: `/v1/outbox` shows them on this machine. */
export const intoOutbox =
  (folder: string): SendSystemMail =>
  async ({ to }, raw) => {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${to.replace(/[^a-zA-Z0-9@._-]/g, '_').slice(0, 80)}.eml`;
    const target = path.join(folder, name);
    await fs.writeFile(`${target}.part`, raw, { mode: 0o600 });
    await fs.rename(`${target}.part`, target);
  };
