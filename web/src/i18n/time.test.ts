import { beforeEach, describe, expect, test } from 'vitest';
import { speakInTests } from './speak-in-tests.ts';
import {
  aheadWithin,
  dayOf,
  dayTimeWithin,
  dayWithin,
  formatAhead,
  formatBytes,
  formatDate,
  formatDay,
  formatDayTime,
  formatMinutes,
  formatTime,
  formatTook,
  formatWait,
  readTime,
  setTimeStyle,
  timeByOther,
} from './time.ts';

const now = new Date(2026, 10, 20, 14, 5);
const at = (day: number, hour: number, minute: number, month = 10, year = 2026) =>
  new Date(year, month, day, hour, minute);

describe('in English', () => {
  beforeEach(() => speakInTests('en'));

  test('days have names while they are near, and a year when it is another one', () => {
    expect(formatDayTime(at(20, 10, 42), now)).toBe('Today 10:42');
    expect(formatDay(at(19, 23, 59), now)).toBe('Yesterday');
    expect(formatDay(at(14, 18, 2), now)).toBe('14 Nov');
    expect(formatDay(at(14, 18, 2, 10, 2025), now)).toBe('14 Nov 2025');
  });

  test('the word for a day has a capital where it begins a line, and none within', () => {
    expect([dayWithin(at(20, 9, 0), now), dayWithin(at(19, 9, 0), now)]).toEqual(['today', 'yesterday']);
    expect(dayTimeWithin(at(20, 10, 42), now)).toBe('today 10:42');
    expect([formatAhead(at(20, 18, 0), now), aheadWithin(at(20, 18, 0), now)]).toEqual(['Today 18:00', 'today 18:00']);
    expect([formatAhead(at(27, 14, 0), now), aheadWithin(at(27, 14, 0), now)]).toEqual(
      Array(2).fill('Fri 27 Nov, 14:00'),
    );
    expect(dayTimeWithin(at(14, 18, 2), now)).toBe('14 Nov 18:02');
  });

  test('a moment that was read already is another day where the person has moved to', () => {
    const moment = new Date('2026-11-20T23:30:00Z');
    const read = { dateFormat: 'D MMM YYYY', clock: 24 } as const;
    const dayIn = (timeZone: string) => {
      setTimeStyle({ ...read, timeZone });
      return [dayOf(moment), dayOf(new Date(moment.getTime() + 30 * 60_000))];
    };
    expect(dayIn('Europe/London')).toEqual(['2026-11-20', '2026-11-21']);
    expect(dayIn('Europe/Kyiv')).toEqual(['2026-11-21', '2026-11-21']);
    expect(dayIn('Europe/London')).toEqual(['2026-11-20', '2026-11-21']);
    setTimeStyle({ ...read, timeZone: undefined });
  });

  test('a moment by another clock has its day there, on both sides of a change of the clocks', () => {
    const nine = new Date('2026-03-27T00:00:00Z'); // nine in Tokyo, which keeps no summer time
    expect(formatAhead(nine, now, 'Asia/Tokyo')).toBe('Fri 27 Mar, 09:00');
    expect(timeByOther(nine, 'Asia/Tokyo', 'Europe/Kyiv')).toBe('02:00');
    expect(timeByOther(new Date('2026-03-30T00:00:00Z'), 'Asia/Tokyo', 'Europe/Kyiv')).toBe('03:00');
    expect(timeByOther(nine, 'Asia/Tokyo', 'America/New_York')).toBe('Thu 20:00');
    expect(formatAhead(new Date('2026-11-20T23:30:00Z'), new Date('2026-11-20T12:00:00Z'), 'Asia/Tokyo')).toBe(
      'Sat 21 Nov, 08:30',
    );
  });

  test('the first minute of a day is 00, not 24', () => {
    expect(formatTime(at(20, 0, 5))).toBe('00:05');
  });

  test('waiting is told in its two largest units', () => {
    expect(formatWait(at(20, 12, 53), now)).toBe('1 h 12 m');
    expect(formatWait(at(20, 12, 5), now)).toBe('2 h');
    expect(formatMinutes(9)).toBe('9 m');
    expect(formatMinutes(3 * 1440 + 4 * 60 + 59)).toBe('3 d 4 h');
  });

  test('a clock that runs ahead of the server does not make time negative', () => {
    expect(formatWait(at(20, 14, 6), now)).toBe('0 m');
  });

  test('sizes and durations have their units after a space', () => {
    expect(formatBytes(637)).toBe('637 B');
    expect(formatBytes(2_400_000)).toBe('2.4 MB');
    expect(formatBytes(25_276_500_000)).toBe('25.3 GB');
    expect(formatTook(820)).toBe('820 ms');
    expect(formatTook(1230)).toBe('1.2 s');
  });
});

test('Ukrainian has its own words and the same clock', async () => {
  await speakInTests('uk');
  expect(formatDayTime(at(20, 10, 42), now)).toBe('Сьогодні 10:42');
  expect([dayTimeWithin(at(20, 10, 42), now), dayWithin(at(19, 9, 0), now)]).toEqual(['сьогодні 10:42', 'учора']);
  expect(formatWait(at(20, 12, 53), now)).toBe('1 год 12 хв');
  expect(formatBytes(2_400_000)).toBe('2,4 МБ');
});

test('a day of UTC is that day in New York, too, in whichever format', async () => {
  await speakInTests('en');
  setTimeStyle({ timeZone: 'America/New_York', dateFormat: 'D MMM YYYY', clock: 24 });
  const day = readTime('2026-12-01 00:00:00');
  expect([formatDate(day), formatDate(day, { zone: 'UTC' })]).toEqual(['30 Nov 2026', '1 Dec 2026']);
  expect(formatDate(day, { as: 'YYYY-MM-DD', zone: 'UTC' })).toBe('2026-12-01');
  setTimeStyle({ timeZone: undefined, dateFormat: 'D MMM YYYY', clock: 24 });
});

test('times travel in UTC', () => {
  expect(readTime('2026-11-20 14:05:00').toISOString()).toBe('2026-11-20T14:05:00.000Z');
});
