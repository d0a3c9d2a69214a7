import {
  fetchAgain,
  type InboundMail,
  lockAllClaimed,
  lockClaimed,
  postponeMail,
  unfinishedMax,
} from '#domain/inbound-mails/index.ts';
import { findMailbox } from '#domain/mailboxes/index.ts';
import { isUnavailable, type Tx } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import { isStorageAway } from '#platform/files.ts';
import type { Wake } from '#platform/wake.ts';
import { type Arriving, independent } from './arriving.ts';
import type { Reading } from './read-mails.ts';
import type { Intake } from './run-intake.ts';
import { takeFirst, takeMail } from './take-mails.ts';

/** A claimed mail that is being read. */
export type Claimed = { readonly mail: InboundMail; readonly reading: Promise<Reading> };

/**
 * Of one transaction. Where they open tickets it keeps the company's counter until it ends: whoever begins a ticket there
 * waits no longer than these take.
 */
const togetherMax = 50;

/**
 * Takes mails of one mailbox in their order: those that have nothing to do with each other together if all goes well, else
 * one by one.
 */
export async function takeClaimed(
  the: Intake,
  claimed: readonly Claimed[],
  onTaken: (mails: readonly InboundMail[]) => void,
): Promise<void> {
  for (let left = claimed; left.length > 0; ) {
    const together = await takeTogether(the, left);
    if (together === 0 && left[0]) await takeOne(the, left[0].mail, await left[0].reading);
    const taken = Math.max(1, together);
    onTaken(left.slice(0, taken).map(({ mail }) => mail));
    left = left.slice(taken);
  }
}

/**
 * Takes the first mails in one transaction, as far as they could be read and have nothing to do with each other. Answers how
 * many that were: none when anything went wrong, and nothing of them has happened then.
 */
async function takeTogether(the: Intake, claimed: readonly Claimed[]): Promise<number> {
  const { db, secrets, wake, log } = the;
  const ready = independent(await firstReady(claimed.slice(0, togetherMax)));
  const [first] = ready;
  if (!first || ready.length < 2) return 0;
  const { company_id: companyId, mailbox_id: mailboxId } = first.row;
  try {
    const taken = await db.transaction(
      { companies: [companyId] },
      async (tx) => {
        const [mailbox, held] = await Promise.all([
          findMailbox(tx, secrets, mailboxId, { evenDisabled: true }),
          lockAllClaimed(
            tx,
            ready.map(({ row }) => row),
          ),
        ]);
        if (!mailbox) throw new Error('mails of no mailbox');
        const ours = ready.filter(({ row }) => held.has(row.id));
        const done = ours.length === 0 ? [] : await takeFirst(tx, secrets, mailbox, ours);
        await failpoint('inbound.before-commit');
        const next = ours[done.length];
        return next ? ready.indexOf(next) : ready.length;
      },
      { isRepeatable: true },
    );
    await failpoint('inbound.committed');
    nudge(wake);
    return taken;
  } catch (error) {
    log.debug({ err: error, mailbox: mailboxId }, 'mails are taken one by one');
    return 0;
  }
}

/** Up to the first that could not be read, or was tried before. */
async function firstReady(claimed: readonly Claimed[]): Promise<Arriving[]> {
  const ready: Arriving[] = [];
  for (const { mail, reading } of claimed) {
    const read = await reading;
    if (read.outcome !== 'read' || mail.attempts > 1) break;
    ready.push({ row: mail, mail: read.mail, parts: read.parts, isOnlyStart: read.isOnlyStart });
  }
  return ready;
}

async function takeOne(the: Intake, mail: InboundMail, read: Reading): Promise<void> {
  const { db, secrets, wake, log } = the;
  const ifHeld = async (work: (tx: Tx) => Promise<void>) => {
    // Undone by a crash, the mail still waits and is read again.
    await db.transaction(
      { companies: [mail.company_id] },
      async (tx) => {
        if (await lockClaimed(tx, mail)) await work(tx);
      },
      { isRepeatable: true },
    );
    nudge(wake);
  };
  try {
    if (read.outcome === 'error') throw read.error;
    if (mail.attempts > unfinishedMax) {
      const words = `It was being read ${mail.attempts - 1} times when the server ended`;
      return await ifHeld((tx) => postponeMail(tx, mail, { words, isFinal: true }));
    }
    if (read.outcome === 'absent') {
      await ifHeld(async (tx) => {
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
      return await ifHeld((tx) => postponeMail(tx, mail, { words, isFinal: read.reason === 'memory' }));
    }
    await ifHeld(async (tx) => {
      const mailbox = await findMailbox(tx, secrets, mail.mailbox_id, { evenDisabled: true });
      if (!mailbox) throw new Error('a mail of no mailbox');
      const { mail: parsed, parts, isOnlyStart } = read;
      await takeMail(tx, secrets, mailbox, { row: mail, mail: parsed, parts, isOnlyStart });
      await failpoint('inbound.before-commit');
    });
    await failpoint('inbound.committed');
  } catch (error) {
    if (isUnavailable(error) || isStorageAway(error)) throw error;
    log.error({ err: error, inboundMail: mail.id }, 'a mail could not be taken in');
    const words = error instanceof Error ? error.message : String(error);
    await ifHeld((tx) => postponeMail(tx, mail, { reasonKey: 'failed', words }));
  }
}

/** There is news, and there may be an automatic reply to send. */
function nudge(wake: Wake): void {
  wake.nudge('events');
  wake.nudge('deliveries');
}
