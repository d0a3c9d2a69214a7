import { type Interval, minutesOf } from '#contract/business-hours.ts';

const dayMinutes = 24 * 60;

/**
 * Opening hours as people type them: `9-18`, `9:00–13:00, 14-18`, `0900 to 1330`. Nothing typed is a closed day; undefined is
 * what cannot be read. Whether they overlap is for the contract to say.
 */
export function parseHours(text: string): Interval[] | undefined {
  const plain = text
    .toLowerCase()
    .replace(/(?<!\s)\s*(?:–|—|−|-|to|до)\s*/g, '-')
    .trim();
  if (plain === '') return [];
  const pieces = plain.split(/[\s,;]+/).filter(Boolean);
  const intervals = pieces.map(intervalOf);
  return intervals.every((one) => one !== undefined)
    ? intervals.toSorted((a, b) => a[0].localeCompare(b[0]))
    : undefined;
}

/** `09:00–13:00, 14:00–18:00` */
export const writeHours = (intervals: readonly Interval[]): string =>
  intervals.map(([from, to]) => `${from}–${to}`).join(', ');

function intervalOf(piece: string): Interval | undefined {
  const [from, to, ...more] = piece.split('-').map(clockOf);
  return from === undefined || to === undefined || more.length > 0 ? undefined : [from, to];
}

function clockOf(text: string): string | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const clock = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
  return minutesOf(clock) > dayMinutes ? undefined : clock;
}
