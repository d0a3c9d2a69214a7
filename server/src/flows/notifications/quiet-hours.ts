import type { PersonSettings } from '#contract/settings.ts';

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/**
 * When the quiet of this moment ends; undefined when it is not quiet. Hours over midnight begin on the day before; an end
 * that the clock leaps over in spring is when it has leapt.
 */
export function quietUntil(quiet: PersonSettings['quiet_hours'], timeZone: string | null, now: Date): Date | undefined {
  if (quiet.is_on === 0 || quiet.from === quiet.to) return undefined;
  const zone = timeZone ?? 'UTC';
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const time = minutesOf(clockIn(zone, now));
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return undefined;
  const left = (to - time + dayMinutes) % dayMinutes;
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const asUsual = new Date(minute + left * minuteMs);
  // The clock may be set to or from summer time in between.
  const shown = minutesOf(clockIn(zone, asUsual));
  const off = ((to - shown + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  const corrected = new Date(asUsual.getTime() + off * minuteMs);
  return minutesOf(clockIn(zone, corrected)) === to || off > 0 ? corrected : startOfHour(asUsual);
}

/** Clocks leap from one full hour to the next. */
const startOfHour = (at: Date) => new Date(Math.floor(at.getTime() / (60 * minuteMs)) * 60 * minuteMs);

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** `23:05` where the person is. */
const clockIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
