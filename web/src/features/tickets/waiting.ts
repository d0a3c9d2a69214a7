import { formatWait, readTime } from '../../i18n/time.ts';

/** How soon a customer should hear from us. One promise for everybody, until a company can set its own. */
export const firstAnswerPromiseMinutes = 4 * 60;

const minuteMs = 60_000;

/** What the fuse says: how long a customer waits, and the share of the promised time that is burnt. Null: it is their turn. */
export function waitingOf(since: string | null, now: Date): { wait: string | null; burnt: number } {
  if (since === null) return { wait: null, burnt: 0 };
  return { wait: formatWait(since, now), burnt: burntAt(readTime(since).getTime(), now.getTime()) };
}

/** Both in milliseconds. A server clock ahead of this one is no time, not minus three minutes. */
export function burntAt(since: number, now: number): number {
  return Math.max(0, now - since) / (firstAnswerPromiseMinutes * minuteMs);
}
