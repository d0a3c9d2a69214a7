import type { MessengerErrorKey } from '#contract/messenger-errors.ts';

const whenFineSeconds = 30 * 60;
const whenRefusedSeconds = 60 * 60;
/** After the first failure in a row, the second, and so on. */
const whenTroubledSeconds = [60, 120, 300, 900, 1800];
/** So that a thousand bots that were added together are not asked together for ever. */
const jitterShare = 0.2;
const retrySecondsMax = 24 * 60 * 60;

/** What no person can help: it passes by itself. */
const passing: ReadonlySet<MessengerErrorKey> = new Set([
  'rate_limited',
  'provider_down',
  'dns_failed',
  'connection_refused',
  'unreachable',
  'timed_out',
  'answer_unreadable',
]);

export const stateAfter = (key: MessengerErrorKey | null): 'ok' | 'degraded' | 'action_needed' =>
  key === null ? 'ok' : passing.has(key) ? 'degraded' : 'action_needed';

/** In how many seconds to look again. `failures` in a row, this one included; `random` from 0 to 1. */
export function secondsToNextCheck(
  the: { key: MessengerErrorKey | null; failures: number; retrySeconds: number | null },
  random: number,
): number {
  const state = stateAfter(the.key);
  const plain =
    state === 'ok'
      ? whenFineSeconds
      : state === 'action_needed'
        ? whenRefusedSeconds
        : (whenTroubledSeconds[Math.min(the.failures, whenTroubledSeconds.length) - 1] ?? whenFineSeconds);
  const jittered = plain * (1 + (random * 2 - 1) * jitterShare);
  // Whoever asks for patience gets all of it, and never less.
  return Math.round(Math.max(jittered, Math.min(the.retrySeconds ?? 0, retrySecondsMax) * (1 + random * jitterShare)));
}
