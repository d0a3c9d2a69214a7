import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const nights = { is_on: 1, from: '22:00', to: '07:30' } as const;
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test('a night begins on one day and ends on the next, where the person is', () => {
  expect(quietUntil(nights, 'UTC', at('21:59:59'))).toBeUndefined();
  expect(quietUntil(nights, 'UTC', at('22:00:20'))).toEqual(new Date('2026-11-21T07:30:00Z'));
  expect(quietUntil(nights, 'UTC', at('03:00:00'))).toEqual(at('07:30:00'));
  expect(quietUntil(nights, 'UTC', at('07:30:00'))).toBeUndefined();
  // It is 00:30 in Kyiv.
  expect(quietUntil(nights, 'Europe/Kyiv', at('22:30:00'))).toEqual(new Date('2026-11-21T05:30:00Z'));
  expect(quietUntil(nights, 'Europe/Kyiv', at('06:00:00'))).toBeUndefined();
});

test('hours within a day are quiet between them', () => {
  const lunch = { is_on: 1, from: '12:00', to: '13:00' } as const;
  expect(quietUntil(lunch, null, at('12:15:00'))).toEqual(at('13:00:00'));
  expect(quietUntil(lunch, null, at('11:00:00'))).toBeUndefined();
});

test('what is switched off, or begins where it ends, is never quiet', () => {
  expect(quietUntil({ ...nights, is_on: 0 }, 'UTC', at('23:00:00'))).toBeUndefined();
  expect(quietUntil({ is_on: 1, from: '08:00', to: '08:00' }, 'UTC', at('08:00:00'))).toBeUndefined();
});

test('a night in which the clock is set ends when the clock on the wall says so', () => {
  const until = (zone: string, now: string, quiet = nights) => quietUntil(quiet, zone, new Date(now))?.toISOString();
  // Kyiv, 29 March 2026: 03:00 becomes 04:00, the night is an hour shorter.
  expect(until('Europe/Kyiv', '2026-03-28T21:00:00Z')).toBe('2026-03-29T04:30:00.000Z');
  // 25 October 2026: 04:00 becomes 03:00, the night is an hour longer.
  expect(until('Europe/Kyiv', '2026-10-24T20:00:00Z')).toBe('2026-10-25T05:30:00.000Z');
  // An end that does not exist that night: half past three is leapt over.
  const toHalfPastThree = { is_on: 1, from: '22:00', to: '03:30' } as unknown as typeof nights;
  expect(until('Europe/Kyiv', '2026-03-28T21:00:00Z', toHalfPastThree)).toBe('2026-03-29T01:00:00.000Z');
  expect(until('Europe/Kyiv', '2026-03-29T00:59:00Z', toHalfPastThree)).toBe('2026-03-29T01:00:00.000Z');
  expect(until('Europe/Kyiv', '2026-03-29T01:00:00Z', toHalfPastThree)).toBeUndefined();
  // Half an hour, as on Lord Howe Island: 02:00 becomes 02:30 on 4 October 2026.
  expect(until('Australia/Lord_Howe', '2026-10-03T12:00:00Z')).toBe('2026-10-03T20:30:00.000Z');
});
