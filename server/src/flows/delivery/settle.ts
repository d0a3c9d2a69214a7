import type { ClaimedDelivery, Recipient, Settlement } from '#domain/messages/index.ts';

/** What one attempt brought, per recipient that was still waiting. */
export type Attempt = {
  accepted: readonly string[];
  later: readonly { address: string; reason: string }[];
  never: readonly { address: string; reason: string }[];
  error: { key: string; details: string } | null;
  /** What the provider calls the letter from now on. */
  providerMessageId?: string | null;
};

const firstPauseSeconds = 30;
const longestPauseSeconds = 4 * 3600;
/** About an hour of trying, though the days passed while this machine or the company rested: whoever greylists asks for minutes. */
const attemptsMin = 8;

/** 30 s, 1 min, 2 min … 4 h, each up to a fifth longer, so that a server's return is not met by all at once. */
export function pauseSeconds(attempts: number, random: number): number {
  const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, attempts - 1));
  return Math.round(pause * (1 + random / 5));
}

export type Circumstances = {
  now: Date;
  /** 0 to 1. */
  random: number;
  /** The copy for the Sent box is owed only after so long. */
  copyDelaySeconds?: number;
  /** The next attempt waits at least so long. */
  pauseSecondsMin?: number;
};

/**
 * Decides what becomes of a delivery. Who accepted is done for good and never sent to again; who refused is told; who
 * may accept later is tried again until five days have passed and it
 * was tried for about an hour.
 */
export function decide(
  claimed: Pick<ClaimedDelivery, 'attempts' | 'give_up_at'> & { readonly recipients: readonly Recipient[] },
  attempt: Attempt,
  { now, random, copyDelaySeconds = 0, pauseSecondsMin = 0 }: Circumstances,
): Settlement {
  const accepted = new Set(attempt.accepted.map(lower));
  const refused = new Map(attempt.never.map((one) => [lower(one.address), one.reason]));
  const delayed = new Map(attempt.later.map((one) => [lower(one.address), one.reason]));
  const isLast = claimed.give_up_at <= now && claimed.attempts >= attemptsMin;
  const recipients = claimed.recipients.map((one): Recipient => {
    const address = lower(one.address);
    if (one.state !== 'waiting') return one;
    if (accepted.has(address)) return { address: one.address, state: 'accepted' };
    const no = refused.get(address) ?? (isLast ? (delayed.get(address) ?? attempt.error?.details ?? '') : undefined);
    if (no !== undefined) return { address: one.address, state: 'refused', reason: no };
    return one;
  });
  const isWaiting = recipients.some((one) => one.state === 'waiting');
  const isAnyAccepted = recipients.some((one) => one.state === 'accepted');
  const firstRefusal = recipients.find((one) => one.state === 'refused')?.reason ?? null;
  const copyAfterSeconds = isAnyAccepted ? copyDelaySeconds : null;

  if (isWaiting) {
    const pause = Math.max(pauseSecondsMin, pauseSeconds(claimed.attempts, random));
    const words = attempt.error?.details ?? attempt.later[0]?.reason ?? null;
    return {
      state: 'queued',
      recipients,
      errorKey: attempt.error?.key ?? 'later',
      error: words,
      againInSeconds: pause,
      copyAfterSeconds,
    };
  }
  if (isAnyAccepted)
    return {
      state: 'sent',
      recipients,
      errorKey: firstRefusal === null ? null : 'partly_refused',
      error: firstRefusal,
      copyAfterSeconds,
    };
  return {
    state: 'failed',
    recipients,
    errorKey: attempt.error?.key ?? 'refused',
    error: firstRefusal || (attempt.error?.details ?? null),
    copyAfterSeconds,
  };
}

const lower = (text: string) => text.toLowerCase();
