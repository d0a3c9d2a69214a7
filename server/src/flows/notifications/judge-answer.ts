import type { PushAnswer } from '#platform/push/send-push.ts';
import type { PushOutcome } from './push-queries.ts';

/** News of the afternoon is none in the evening: no longer do we try, and no longer does the push service keep it. */
export const keepSeconds = 4 * 3600;
const attemptsMax = 8;
const firstPauseSeconds = 15;
const pauseSecondsMax = 3600;

/** What an answer of a push service means (RFC 8030, sections 5 and 7.3). `attempts` counts this one. */
export function judgeAnswer({ status, retryAfter }: PushAnswer, attempts: number, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (status === 404 || status === 410) return { is: 'gone' };
  const why = `the push service answered ${status}`;
  const isBusy = status === 429 || status === 408 || status >= 500;
  return isBusy ? later(why, attempts, now, askedPauseSeconds(retryAfter, now)) : { is: 'never', why };
}

/** Nobody answered at all. */
export const judgeSilence = (why: string, attempts: number, now: Date): PushOutcome => later(why, attempts, now, 0);

function later(why: string, attempts: number, now: Date, askedSeconds: number): PushOutcome {
  if (attempts >= attemptsMax) return { is: 'never', why };
  const growing = firstPauseSeconds * 4 ** (attempts - 1);
  const seconds = Math.min(pauseSecondsMax, Math.max(growing, askedSeconds));
  return { is: 'later', when: new Date(now.getTime() + seconds * 1000), why };
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function askedPauseSeconds(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
