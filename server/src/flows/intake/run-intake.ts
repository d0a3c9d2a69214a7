import type { MailParser, ParseOutcome } from '#channels/email/parsing/mail-parser.ts';
import {
  claimMails,
  fetchAgain,
  giveBackMails,
  type InboundMail,
  intakeRenewSeconds,
  lockClaimed,
  postponeMail,
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
import { takeMail } from './take-mail.ts';

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
    // All are parsed side by side, but taken in their order.
    const read = claimed.map((mail) => ({ mail, outcome: readStored(the, mail) }));
    for (const { mail, outcome } of read) {
      await takeOne(the, mail, await outcome);
      unfinished.delete(mail);
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

type Read = ParseOutcome | { outcome: 'absent' } | { outcome: 'error'; error: unknown };

/** Never rejects. */
async function readStored({ parser, files }: Intake, mail: InboundMail): Promise<Read> {
  let raw: Buffer;
  try {
    raw = await files.get(mail.raw_key ?? '');
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { outcome: 'absent' } : { outcome: 'error', error };
  }
  return parser.parse(raw);
}

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
      await takeMail(tx, secrets, mailbox, mail, { mail: read.mail, parts });
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
