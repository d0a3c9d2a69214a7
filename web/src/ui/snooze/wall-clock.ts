import { localTime } from '#contract/business-hours.ts';

/** A time of the clock on the wall, written as if it were UTC: adding a day to it is a day of the calendar. */
export type Wall = number;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const wallAt = (at: Date, zone: string): Wall => localTime(zone, at.getTime());

/**
 * The moment when the clock shows that. Of an hour that comes twice, one of both; where the clocks leave it out, as much
 * later as they jump.
 */
export function momentOf(wall: Wall, zone: string): Date {
  const offsetAt = (at: number) => localTime(zone, at) - at;
  const first = wall - offsetAt(wall);
  const second = wall - offsetAt(first);
  if (first === second || localTime(zone, second) === wall) return new Date(second);
  return new Date(localTime(zone, first) === wall ? first : Math.max(first, second));
}

export const startOfDay = (wall: Wall): Wall => Math.floor(wall / dayMs) * dayMs;
/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (wall: Wall): number => ((new Date(wall).getUTCDay() + 6) % 7) + 1;

/** The same day of a later month, or its last one. */
export function addMonths(wall: Wall, months: number): Wall {
  const at = new Date(wall);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return at.getTime();
}
