import type { PersonSettings } from '#contract/settings.ts';

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** When the quiet of this moment ends; undefined when it is not quiet. Hours over midnight begin on the day before. */
export function quietUntil(quiet: PersonSettings['quiet_hours'], timeZone: string | null, now: Date): Date | undefined {
  if (quiet.is_on === 0 || quiet.from === quiet.to) return undefined;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const time = minutesOf(clockIn(timeZone ?? 'UTC', now));
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return undefined;
  const left = (to - time + dayMinutes) % dayMinutes;
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + left * minuteMs);
}

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** `23:05` where the person is. */
const clockIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
