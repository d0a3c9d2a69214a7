import type { Turn } from './conversations/conversation.ts';
import type { Random } from './random.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The company's clock, close enough for a story. */
const companyOffset = 2 * hour;

/**
 * When each turn of a talk is written, starting around `start`: customers write when they are awake, agents answer in
 * office hours, some at once and some tomorrow, and a note follows what it is about.
 */
export function planMoments(random: Random, start: Date, turns: readonly Turn[]): Date[] {
  let at = start.getTime();
  return turns.map(({ who }, i) => {
    const before = turns[i - 1]?.who;
    if (i > 0) at += pauseBefore(random, who, before);
    at = who === 'customer' ? whenAwake(random, at) : inOfficeHours(random, at);
    return new Date(at);
  });
}

function pauseBefore(random: Random, who: Turn['who'], before: Turn['who'] | undefined): number {
  if (who === 'note') return random.between(3, 25) * minute;
  if (who === 'agent') return before === 'note' ? random.between(5, 50) * minute : unevenly(random, 8, 300) * minute;
  return before === 'customer' ? random.between(18, 40) * hour : unevenly(random, 25, 1800) * minute;
}

/** Mostly near the least, now and then far from it. */
const unevenly = (random: Random, least: number, most: number) => least * (most / least) ** random.fraction();

/** From 8 to 20 o'clock, Monday to Saturday (shorter then). */
export function isOfficeHour(at: number): boolean {
  const here = new Date(at + companyOffset);
  const [day, hours] = [here.getUTCDay(), here.getUTCHours()];
  return day !== 0 && hours >= 8 && hours < (day === 6 ? 14 : 20);
}

function inOfficeHours(random: Random, at: number): number {
  if (isOfficeHour(at)) return at;
  let next = at;
  while (!isOfficeHour(next)) next += 30 * minute;
  return next + random.between(0, 55) * minute;
}

/** Few write at night, and those who do write in the evening. */
function whenAwake(random: Random, at: number): number {
  const hours = new Date(at + companyOffset).getUTCHours();
  if (hours >= 7 || random.chance(0.06)) return at;
  return at + (7 - hours) * hour + random.between(0, 90) * minute;
}
