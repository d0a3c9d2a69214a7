import type { MailParser, ParseOutcome } from '#channels/email/parsing/mail-parser.ts';
import {
  attemptsMax,
  claimMails,
  concludeMail,
  type InboundMail,
  lockClaimed,
  postponeMail,
} from '#domain/inbound-mails/index.ts';
import { findMailbox } from '#domain/mailboxes/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { storeParts } from './store-parts.ts';
import { takeMail } from './take-mail.ts';

export type Intake = { db: Database; files: Files; secrets: Secrets; parser: MailParser; wake: Wake; log: Log };

/** Makes something of every stored mail, as long as it runs. */
export function runIntake(the: Intake): Loop {
  return runLoop({
    name: 'intake',
    log: the.log,
    wakeOn: (then) => the.wake.on('inbound', then),
    restSeconds: 5,
    async work() {
      const claimed = await the.db.transaction('system', claimMails);
      if (claimed.length === 0) return 'idle';
      // All are parsed side by side, but taken in their order.
      const parsed = claimed.map((mail) => ({ mail, outcome: parseStored(the, mail) }));
      for (const { mail, outcome } of parsed) await takeOne(the, mail, await outcome);
      return 'more';
    },
  });
}

async function parseStored({ files, parser }: Intake, mail: InboundMail): Promise<ParseOutcome> {
  try {
    return await parser.parse(await files.get(mail.raw_key ?? ''));
  } catch (error) {
    return { outcome: 'failed', reason: 'broken', detail: error instanceof Error ? error.message : String(error) };
  }
}

async function takeOne(the: Intake, mail: InboundMail, outcome: ParseOutcome): Promise<void> {
  const { db, secrets, files, wake, log } = the;
  try {
    if (outcome.outcome === 'failed') {
      // What runs out of time or memory does so again; a broken parser may be luckier.
      const words = `${outcome.reason}: ${outcome.detail}`;
      await db.transaction({ companies: [mail.company_id] }, (tx) =>
        postponeMail(tx, outcome.reason === 'broken' ? mail : { ...mail, attempts: attemptsMax }, words),
      );
      log.warn({ inboundMail: mail.id, words }, 'a mail could not be read');
      return;
    }
    await failpoint('inbound.parsed');
    const parts = await storeParts(files, mail.company_id, outcome.mail);
    await db.transaction({ companies: [mail.company_id] }, async (tx) => {
      const row = await lockClaimed(tx, mail);
      if (!row) return;
      const mailbox = await findMailbox(tx, secrets, mail.mailbox_id, { evenDisabled: true });
      if (!mailbox) throw new Error('a mail of no mailbox');
      await takeMail(tx, secrets, mailbox, row, { mail: outcome.mail, parts });
      await failpoint('inbound.before-commit');
    });
    await failpoint('inbound.committed');
    wake.nudge('events');
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ err: error, inboundMail: mail.id }, 'a mail could not be taken in');
    const words = error instanceof Error ? error.message : String(error);
    await db.transaction({ companies: [mail.company_id] }, async (tx) => {
      if (mail.attempts < attemptsMax) return postponeMail(tx, mail, words);
      return concludeMail(tx, mail, {
        outcome: 'kept',
        reasonKey: 'failed',
        reason: words,
        from: null,
        subject: '',
        ticketId: null,
        messageId: null,
      });
    });
    wake.nudge('events');
  }
}
