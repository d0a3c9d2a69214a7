import type { SmtpSettings } from '#channels/email/transport/mail-settings.ts';
import { policyFor } from '#channels/email/transport/retry-pace.ts';
import { type SendResult, sendMail } from '#channels/email/transport/send-mail.ts';
import { idGivenBySes } from '#channels/email/transport/ses-message-id.ts';
import { type MailErrorKey, mailErrors } from '#contract/mail-errors.ts';
import { findMailbox, isSetSince, type Mailbox, noteSending, noteSent } from '#domain/mailboxes/index.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  deliveryRenewSeconds,
  lockDelivery,
  noteAccepted,
  renewDelivery,
  settleDelivery,
  ticketOfDelivery,
} from '#domain/messages/index.ts';
import { answerFailed, lockTicket, messageEvent } from '#domain/tickets/index.ts';
import { type Database, isUnavailable, type Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import { createPlaces, type PlaceLimits } from '#platform/shared-places.ts';
import { untilWritten } from '#platform/until-written.ts';
import type { Wake } from '#platform/wake.ts';
import { whileRenewing } from '#platform/while-renewing.ts';
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

/** So many letters at once; those that take long do so beside them. */
export const places: PlaceLimits = { movingMax: 16, asideMax: 32, slowMilliseconds: 15_000 };
/** RFC 5321 4.5.3.2.6 grants a server 10 min over the end of DATA; who hangs up sooner may send twice. */
export const answerMilliseconds = 660_000;
/** These put what they send into the Sent box themselves, a few seconds later; we look before we add. */
const filesItsOwnCopy = /(?:^|\.)(?:gmail|googlemail|google|office365|outlook)\.com$/i;
const ownCopySeconds = 15;
/** Providers lock accounts that keep trying a refused password: one try in so long, for all letters of a mailbox. */
const patienceSeconds = 300;

/** Sends what is owed, several at once, as long as it runs. Never holds a transaction while a mail server thinks. */
export function runDeliveries(the: Deliveries, limits: PlaceLimits = places): Loop {
  const { db, wake, log } = the;
  const underWay = new Map<number, Promise<void>>();
  const shared = createPlaces(limits);
  const stopping = new AbortController();

  async function begin(claimed: ClaimedDelivery): Promise<void> {
    await failpoint('outbound.claimed');
    // Its lease runs out, and then it is taken up again.
    await deliver(the, claimed, stopping.signal).catch((error: unknown) =>
      log.warn({ err: error }, 'deliveries: one was interrupted'),
    );
  }

  const loop = runLoop({
    name: 'deliveries',
    log,
    wakeOn: (then) => {
      // A mailbox that was mended may send again at once.
      const off = [wake.on('deliveries', then), wake.on('mailboxes', then)];
      return () => {
        for (const unsubscribe of off) unsubscribe();
      };
    },
    restSeconds: 5,
    async work() {
      const taken = shared.taken();
      if (taken === 'all') return 'idle';
      const claimed = await db.transaction('system', (tx) => claimDelivery(tx, [...underWay.keys()], taken), {
        isPlannedOnce: true,
      });
      if (!claimed) return 'idle';
      shared.take(claimed.id, claimed.company_id, claimed.host);
      const sending = begin(claimed).finally(() => {
        underWay.delete(claimed.id);
        shared.leave(claimed.id);
        loop.poke();
      });
      underWay.set(claimed.id, sending);
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

async function deliver(the: Deliveries, claimed: ClaimedDelivery, stopping: AbortSignal): Promise<void> {
  const { db, wake } = the;
  const scope = { companies: [claimed.company_id] };
  const renew = () => db.transaction(scope, (tx) => renewDelivery(tx, claimed));
  const tried = await whileRenewing(deliveryRenewSeconds, renew, (signal) => tryToSend(the, claimed, signal));
  await failpoint('outbound.before-settle');

  const isCopyOwed = await untilWritten(stopping, () => settle(the, claimed, tried));
  wake.nudge('events');
  if (isCopyOwed) wake.nudge('copies');
}

/** Writes down what came of an attempt; answers whether a copy is owed at once. */
async function settle(
  { db }: Deliveries,
  claimed: ClaimedDelivery,
  { attempt, copyDelaySeconds, settingsVersion }: Tried,
): Promise<boolean> {
  const needsPatience = attempt.accepted.length === 0 && attempt.error !== null && isPatient(attempt.error.key);
  return db.transaction({ companies: [claimed.company_id] }, async (tx) => {
    // Should nobody get it, the ticket is written as well: first, as whoever writes there does.
    if (attempt.accepted.length === 0) await lockItsTicket(tx, claimed);
    // It may have been mended while a server was waited for: what came of the old settings says nothing of the new ones.
    const isMended = settingsVersion !== null && (await isSetSince(tx, claimed.channel_account_id, settingsVersion));
    const now = await lockDelivery(tx, claimed);
    if (!now) {
      if (attempt.accepted.length > 0) await noteAccepted(tx, claimed, attempt);
      return false;
    }
    const settlement = decide({ ...claimed, ...now }, attempt, {
      now: new Date(),
      random: Math.random(),
      copyDelaySeconds,
      pauseSecondsMin: needsPatience ? patienceSeconds : 0,
    });
    await settleDelivery(tx, claimed, {
      ...settlement,
      ...(isMended && settlement.state === 'queued' && { againInSeconds: 0 }),
      providerMessageId: attempt.providerMessageId ?? null,
    });
    if (!isMended) await tellMailbox(tx, claimed, attempt, needsPatience);
    else if (attempt.accepted.length > 0) await noteSent(tx, claimed.channel_account_id);
    if (settlement.state === 'failed') await answerFailed(tx, claimed.message_id);
    await recordEvents(tx, [
      messageEvent({ id: now.ticket_id, company_id: claimed.company_id }, claimed.message_id, systemActor, {
        action: 'updated',
      }),
    ]);
    return settlement.copyAfterSeconds === 0;
  });
}

/** Whoever was waited for may have merged it into another. */
async function lockItsTicket(tx: Tx, claimed: ClaimedDelivery): Promise<void> {
  for (let locked = 0, now = await ticketOfDelivery(tx, claimed); locked !== now; ) {
    locked = now;
    await lockTicket(tx, locked);
    now = await ticketOfDelivery(tx, claimed);
  }
}

type Tried = {
  attempt: Attempt;
  copyDelaySeconds: number;
  /** Of the mailbox, by which it was tried; null: it came to no server. */
  settingsVersion: number | null;
};

async function tryToSend(the: Deliveries, claimed: ClaimedDelivery, signal: AbortSignal): Promise<Tried> {
  const { db, log, secrets } = the;
  const waiting = claimed.recipients.filter((one) => one.state === 'waiting').map((one) => one.address);
  const compose = letterComposer(the);
  const nobody = { accepted: [], later: [], never: [] };
  // A report came in between: nobody is left to send to.
  const nowhere = { copyDelaySeconds: 0, settingsVersion: null };
  if (waiting.length === 0) return { attempt: { ...nobody, error: null }, ...nowhere };
  try {
    const ready = await db.transaction({ companies: [claimed.company_id] }, async (tx) => {
      const mailbox = await findMailbox(tx, secrets, claimed.channel_account_id);
      return mailbox && { mailbox, letter: await compose(tx, mailbox, claimed.message_id) };
    });
    // It may be restored, which lets them go at once: they wait as for a mail server that is away.
    if (!ready)
      return {
        attempt: { ...nobody, error: { key: 'mailbox_disabled', details: 'The mailbox is disabled' } },
        ...nowhere,
      };
    const copyDelaySeconds = filesItsOwnCopy.test(ready.mailbox.smtp.host) ? ownCopySeconds : 0;
    const raw = await ready.letter.makeBytes();
    const letter = { envelope: { from: ready.letter.envelopeFrom, to: waiting }, raw };
    const result = await sendMail({ ...smtpSettingsOf(ready.mailbox, the), answerMilliseconds }, letter, signal);
    await failpoint('outbound.sent');
    const providerMessageId = idGivenBySes(ready.mailbox.smtp.host, result.responseText);
    const { settingsVersion } = ready.mailbox;
    return { attempt: { ...attemptOf(result), providerMessageId }, copyDelaySeconds, settingsVersion };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // A letter that cannot even be made is nobody's fault at the other end: it is tried again, and shown.
    log.error({ err: error, messageId: claimed.message_id }, 'a letter could not be sent');
    const details = error instanceof Error ? error.message : String(error);
    return { attempt: { ...nobody, error: { key: 'internal', details } }, ...nowhere };
  }
}

const isPatient = (key: string) => isMailError(key) && policyFor(key).patient;
const isMailError = (key: string): key is MailErrorKey => Object.hasOwn(mailErrors, key);

/** These speak of one letter, or of us, and not of how the mailbox sends. */
const saysNothing: ReadonlySet<string> = new Set(['internal', 'mailbox_disabled']);
const speaksOfLetter: ReadonlySet<string> = new Set(['recipient_refused', 'message_refused', 'message_too_large']);

/** How sending goes is part of a mailbox's health. */
async function tellMailbox(tx: Tx, claimed: ClaimedDelivery, attempt: Attempt, needsPatience: boolean): Promise<void> {
  const isSent = attempt.accepted.length > 0;
  if (!isSent && (attempt.error === null || saysNothing.has(attempt.error.key))) return;
  const error = isSent || !attempt.error || speaksOfLetter.has(attempt.error.key) ? null : attempt.error;
  const pauseSeconds = needsPatience ? patienceSeconds : 0;
  const mailbox = { companyId: claimed.company_id, mailboxId: claimed.channel_account_id };
  await noteSending(tx, { ...mailbox, isSent, error, pauseSeconds });
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
  answerMilliseconds: 60_000,
  credentials:
    mailbox.smtp.password === '' ? null : async () => ({ user: mailbox.smtp.user, pass: mailbox.smtp.password }),
});
