import type { MailParser, ParseOutcome } from '#channels/email/parsing/mail-parser.ts';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import {
  claimMails,
  fetchAgain,
  giveBackMails,
  type InboundMail,
  intakeRenewSeconds,
  lockAllClaimed,
  lockClaimed,
  postponeMail,
  type RawPlace,
  rawReader,
  renewClaims,
  unfinishedMax,
} from '#domain/inbound-mails/index.ts';
import { findMailbox } from '#domain/mailboxes/index.ts';
import { codeOf, type Database, isUnavailable } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop, runSideBySide } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { whileRenewing } from '#platform/while-renewing.ts';
import { storeParts } from './store-parts.ts';
import { takeMail, takeMails } from './take-mails.ts';

export type Intake = { db: Database; files: Files; secrets: Secrets; parser: MailParser; wake: Wake; log: Log };

/** Two mailboxes are read side by side: a mail that takes long to parse keeps only its own mailbox waiting. */
const sideBySide = 2;

/** Makes something of every stored mail, as long as it runs. `worker` is the name under which mailboxes are leased. */
export function runIntake(the: Intake & { worker: string }): Loop {
  return runSideBySide(sideBySide, () => oneIntake(the));
}

function oneIntake(the: Intake & { worker: string }): Loop {
  const { db, log, wake, worker } = the;
  let lastMailbox = 0;
  const unfinished = new Set<InboundMail>();

  async function takeAll(claimed: readonly InboundMail[]) {
    // All are parsed side by side, but taken in their order: in one transaction if all goes well, else one by one.
    const rawOf = rawReader(the.files, claimed.filter(hasRaw));
    const reading = claimed.map((mail) => readStored(the, mail, rawOf));
    for (let at = 0; at < claimed.length; ) {
      const together = await takeTogether(the, claimed.slice(at), reading.slice(at));
      if (together === 0) await takeOne(the, claimed[at] as InboundMail, await (reading[at] as Promise<Read>)); // `at` is within both
      const taken = Math.max(1, together);
      for (const mail of claimed.slice(at, at + taken)) unfinished.delete(mail);
      at += taken;
    }
  }

  return runLoop({
    name: 'intake',
    log,
    wakeOn: (then) => wake.on('inbound', then),
    restSeconds: 5,
    async work() {
      if (unfinished.size > 0) {
        // The database or the disk went away meanwhile: that is no fault of these mails.
        await db.transaction('system', (tx) => giveBackMails(tx, [...unfinished]));
        unfinished.clear();
      }
      const claimed = await db.transaction('system', (tx) => claimMails(tx, { worker, after: lastMailbox }));
      if (claimed[0] === undefined) return 'idle';
      lastMailbox = claimed[0].mailbox_id;
      for (const mail of claimed) unfinished.add(mail);
      const renew = () => db.transaction('system', (tx) => renewClaims(tx, [...unfinished]));
      await whileRenewing(intakeRenewSeconds, renew, () => takeAll(claimed));
      return 'more';
    },
  });
}

const togetherMax = 50;

/**
 * Takes the first mails in one transaction, as far as they could be read. Answers how many that were: none when anything
 * went wrong, and nothing of them has happened then.
 */
async function takeTogether(
  the: Intake,
  mails: readonly InboundMail[],
  reading: readonly Promise<Read>[],
): Promise<number> {
  const { db, files, secrets, wake, log } = the;
  const [first] = mails;
  const ready: { mail: InboundMail; read: ParsedMail }[] = [];
  for (const [i, mail] of mails.slice(0, togetherMax).entries()) {
    const read = await reading[i];
    if (read?.outcome !== 'parsed' || mail.attempts > 1 || mail.mailbox_id !== first?.mailbox_id) break;
    ready.push({ mail, read: read.mail });
  }
  if (!first || ready.length < 2) return 0;
  try {
    await failpoint('inbound.parsed');
    const parts = await Promise.all(ready.map(({ mail, read }) => storeParts(files, mail.company_id, read)));
    await db.transaction(
      { companies: [first.company_id] },
      async (tx) => {
        const [mailbox, held] = await Promise.all([
          findMailbox(tx, secrets, first.mailbox_id, { evenDisabled: true }),
          lockAllClaimed(
            tx,
            ready.map(({ mail }) => mail),
          ),
        ]);
        if (!mailbox) throw new Error('mails of no mailbox');
        const arriving = ready.map(({ mail, read }, i) => ({ row: mail, mail: read, parts: parts[i] ?? [] }));
        await takeMails(
          tx,
          secrets,
          mailbox,
          arriving.filter(({ row }) => held.has(row.id)),
        );
        await failpoint('inbound.before-commit');
      },
      { isRepeatable: true },
    );
    await failpoint('inbound.committed');
    wake.nudge('events');
    return ready.length;
  } catch (error) {
    log.debug({ err: error, mailbox: first.mailbox_id }, 'mails are taken one by one');
    return 0;
  }
}

type Read = ParseOutcome | { outcome: 'absent' } | { outcome: 'error'; error: unknown };

/** Never rejects. */
async function readStored(
  { parser }: Intake,
  mail: InboundMail,
  rawOf: (place: RawPlace) => Promise<Buffer>,
): Promise<Read> {
  let raw: Buffer;
  try {
    if (!hasRaw(mail)) return { outcome: 'absent' };
    raw = await rawOf(mail);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { outcome: 'absent' } : { outcome: 'error', error };
  }
  return parser.parse(raw);
}

const hasRaw = (mail: InboundMail): mail is InboundMail & RawPlace => mail.raw_key !== null;

async function takeOne(the: Intake, mail: InboundMail, read: Read): Promise<void> {
  const { db, secrets, files, wake, log } = the;
  const inCompany = { companies: [mail.company_id] };
  const isHeld = async (work: Parameters<typeof db.transaction<void>>[1]) => {
    // Undone by a crash, the mail still waits and is read again.
    await db.transaction(
      inCompany,
      async (tx) => {
        if (await lockClaimed(tx, mail)) await work(tx);
      },
      { isRepeatable: true },
    );
    wake.nudge('events');
  };
  try {
    if (read.outcome === 'error') throw read.error;
    if (mail.attempts > unfinishedMax) {
      const words = `It was being read ${mail.attempts - 1} times when the server ended`;
      return await isHeld((tx) => postponeMail(tx, mail, { words, isFinal: true }));
    }
    if (read.outcome === 'absent') {
      await isHeld(async (tx) => {
        await fetchAgain(tx, mail);
        await postponeMail(tx, mail, { reasonKey: 'raw_missing', words: 'Its bytes are not on this machine' });
      });
      wake.nudge('mailboxes');
      return;
    }
    if (read.outcome === 'failed') {
      const words = `${read.reason}: ${read.detail}`;
      log.warn({ inboundMail: mail.id, words }, 'a mail could not be read');
      // What runs out of memory does so again; a slow machine or a broken parser may be luckier.
      return await isHeld((tx) => postponeMail(tx, mail, { words, isFinal: read.reason === 'memory' }));
    }
    await failpoint('inbound.parsed');
    const parts = await storeParts(files, mail.company_id, read.mail);
    await isHeld(async (tx) => {
      const mailbox = await findMailbox(tx, secrets, mail.mailbox_id, { evenDisabled: true });
      if (!mailbox) throw new Error('a mail of no mailbox');
      await takeMail(tx, secrets, mailbox, { row: mail, mail: read.mail, parts });
      await failpoint('inbound.before-commit');
    });
    await failpoint('inbound.committed');
  } catch (error) {
    if (isUnavailable(error) || storageIsAway.has(codeOf(error))) throw error;
    log.error({ err: error, inboundMail: mail.id }, 'a mail could not be taken in');
    const words = error instanceof Error ? error.message : String(error);
    await isHeld((tx) => postponeMail(tx, mail, { reasonKey: 'failed', words }));
  }
}

/** The disk is full, failing or out of handles: every mail would fail alike, and none is to blame. */
const storageIsAway: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);
