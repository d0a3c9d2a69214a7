import type { MailParser } from '#channels/email/parsing/mail-parser.ts';
import {
  claimMails,
  giveBackMails,
  type InboundMail,
  intakeRenewSeconds,
  renewClaims,
} from '#domain/inbound-mails/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop, runSideBySide } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { whileRenewing } from '#platform/while-renewing.ts';
import { readMails } from './read-mails.ts';
import { type Claimed, takeClaimed } from './take-claimed.ts';

export type Intake = { db: Database; files: Files; secrets: Secrets; parser: MailParser; wake: Wake; log: Log };

/** Two mailboxes are read side by side: a mail that takes long to parse keeps only its own mailbox waiting. */
const sideBySide = 2;

/** Makes something of every stored mail, as long as it runs. `worker` is the name under which mailboxes are leased. */
export function runIntake(the: Intake & { worker: string }): Loop {
  return runSideBySide(sideBySide, () => oneIntake(the));
}

/** While some mails are taken in, the next are claimed and read already. */
function oneIntake(the: Intake & { worker: string }): Loop {
  const { db, log, wake, worker } = the;
  const inHand = new Set<InboundMail>();
  let lastMailbox = 0;
  let next: Promise<readonly Claimed[]> = Promise.resolve([]);
  let wasBrokenOff = false;

  async function claim(): Promise<readonly Claimed[]> {
    const mails = await db.transaction('system', (tx) =>
      claimMails(tx, { worker, after: lastMailbox, inHand: [...inHand] }),
    );
    lastMailbox = mails[0]?.mailbox_id ?? lastMailbox;
    for (const mail of mails) inHand.add(mail);
    const reading = readMails(the, mails);
    return mails.flatMap((mail, i) => (reading[i] ? [{ mail, reading: reading[i] }] : []));
  }

  function claimNext(current: readonly Claimed[]) {
    // What may be trouble is met alone, or others would be blamed for it.
    if (current.some(({ mail }) => mail.attempts > 1)) next = Promise.resolve([]);
    else next = claim();
    next.catch(() => {});
  }

  async function letGo() {
    await next.catch(() => {});
    next = Promise.resolve([]);
    if (inHand.size === 0) return;
    await db.transaction('system', (tx) => giveBackMails(tx, [...inHand]));
    inHand.clear();
  }

  const renew = async () => db.transaction('system', (tx) => renewClaims(tx, [...inHand]));
  const loop = runLoop({
    name: 'intake',
    log,
    wakeOn: (then) => wake.on('inbound', then),
    restSeconds: 5,
    async work() {
      // The database or the disk went away the last time: that is no fault of the mails in hand.
      if (wasBrokenOff) await letGo();
      wasBrokenOff = true;
      let claimed = await next;
      if (claimed.length === 0) claimed = await claim();
      if (claimed.length > 0) {
        claimNext(claimed);
        await whileRenewing(intakeRenewSeconds, renew, () =>
          takeClaimed(the, claimed, (mails) => {
            for (const mail of mails) inHand.delete(mail);
          }),
        );
      }
      wasBrokenOff = false;
      return claimed.length > 0 ? 'more' : 'idle';
    },
  });
  return {
    poke: loop.poke,
    async stop() {
      await loop.stop();
      // Their claims would run out by themselves.
      await letGo().catch((error: unknown) => log.warn({ err: error }, 'intake: mails could not be given back'));
    },
  };
}
