import type { SmtpSettings } from '#channels/email/transport/mail-settings.ts';
import { type SendResult, sendMail } from '#channels/email/transport/send-mail.ts';
import { findMailbox, type Mailbox } from '#domain/mailboxes/index.ts';
import { type ClaimedDelivery, claimDelivery, deliveryLeaseSeconds, settleDelivery } from '#domain/messages/index.ts';
import { messageEvent } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { letterComposer } from './compose-letter.ts';
import { type Attempt, decide } from './settle.ts';

export type Deliveries = {
  db: Database;
  files: Files;
  secrets: Secrets;
  guard: OutboundGuard;
  wake: Wake;
  log: Log;
};

const sideBySide = 4;
/** An attempt must end before its lease does, or a second worker would send the same letter. */
const answerMilliseconds = 60_000;
const attemptMilliseconds = (deliveryLeaseSeconds - 30) * 1000;
/** These put what they send into the Sent box themselves, a few seconds later; we look before we add. */
const filesItsOwnCopy = /(?:^|\.)(?:gmail|googlemail|google|office365|outlook)\.com$/i;
const ownCopySeconds = 15;

/** Sends what is owed, several at once, as long as it runs. Never holds a transaction while a mail server thinks. */
export function runDeliveries(the: Deliveries): Loop {
  const { db, wake, log } = the;
  const loops = Array.from({ length: sideBySide }, () =>
    runLoop({
      name: 'deliveries',
      log,
      wakeOn: (then) => wake.on('deliveries', then),
      restSeconds: 5,
      async work() {
        const claimed = await db.transaction('system', claimDelivery);
        if (!claimed) return 'idle';
        await failpoint('outbound.claimed');
        await deliver(the, claimed);
        return 'more';
      },
    }),
  );
  return {
    poke: () => {
      for (const loop of loops) loop.poke();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

async function deliver(the: Deliveries, claimed: ClaimedDelivery): Promise<void> {
  const { db, wake, log, secrets } = the;
  const scope = { companies: [claimed.company_id] };
  const waiting = claimed.recipients.filter((one) => one.state === 'waiting').map((one) => one.address);
  const compose = letterComposer(the);

  let attempt: Attempt;
  let copyDelaySeconds = 0;
  try {
    const ready = await db.transaction(scope, async (tx) => {
      const mailbox = await findMailbox(tx, secrets, claimed.channel_account_id);
      return mailbox && { mailbox, makeBytes: await compose(tx, mailbox, claimed.message_id) };
    });
    if (!ready) {
      attempt = {
        accepted: [],
        later: [],
        never: waiting.map((address) => ({ address, reason: 'The mailbox is disabled' })),
        error: { key: 'mailbox_disabled', details: 'The mailbox is disabled' },
      };
    } else {
      copyDelaySeconds = filesItsOwnCopy.test(ready.mailbox.smtp.host) ? ownCopySeconds : 0;
      const raw = await ready.makeBytes();
      const result = await sendMail(
        smtpSettingsOf(ready.mailbox, the),
        {
          envelope: { from: ready.mailbox.fromEmail, to: waiting },
          raw,
        },
        AbortSignal.timeout(attemptMilliseconds),
      );
      await failpoint('outbound.sent');
      attempt = attemptOf(result);
    }
  } catch (error) {
    // A letter that cannot even be made is nobody's fault at the other end: it is tried again, and shown.
    log.error({ err: error, messageId: claimed.message_id }, 'a letter could not be sent');
    attempt = {
      accepted: [],
      later: [],
      never: [],
      error: { key: 'internal', details: error instanceof Error ? error.message : String(error) },
    };
  }

  const settlement = decide(claimed, attempt, new Date(), Math.random(), copyDelaySeconds);
  await db.transaction(scope, async (tx) => {
    if (!(await settleDelivery(tx, claimed, settlement))) return;
    await noteSending(tx, claimed.channel_account_id, attempt);
    await recordEvents(tx, [
      messageEvent({ id: claimed.ticket_id, company_id: claimed.company_id }, claimed.message_id, systemActor, {
        action: 'updated',
      }),
    ]);
  });
  wake.nudge('events');
  if (settlement.copyAfterSeconds === 0) wake.nudge('copies');
}

/** How sending goes is part of a mailbox's health: a refused password shows there, not only on one letter. */
async function noteSending(tx: Parameters<typeof settleDelivery>[0], mailboxId: number, attempt: Attempt) {
  const isSent = attempt.accepted.length > 0;
  const error = isSent ? null : attempt.error;
  await tx.run(
    sql`update mailboxes set last_sent_at = case when ${isSent} then now() else last_sent_at end,
          send_error_key = ${error?.key ?? null}, send_error_details = ${error?.details.slice(0, 1000) ?? null} where id = ${mailboxId}`,
  );
}

const attemptOf = (result: SendResult): Attempt => ({
  accepted: result.accepted,
  later: result.later,
  never: result.never,
  error: result.error ? { key: result.error.key, details: result.error.details ?? result.error.words } : null,
});

export const smtpSettingsOf = (mailbox: Mailbox, { guard }: { guard: OutboundGuard }): SmtpSettings => ({
  guard,
  smtp: mailbox.smtp,
  answerMilliseconds,
  credentials:
    mailbox.smtp.password === '' ? null : async () => ({ user: mailbox.smtp.user, pass: mailbox.smtp.password }),
});
