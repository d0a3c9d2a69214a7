import { expect, test } from 'vitest';
import { letterMoment } from './letter-moment.ts';

const now = new Date('2026-11-20T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

test('the first letter goes at once, the next ten minutes after it, and what comes meanwhile is in that one', () => {
  expect(letterMoment(now, null, undefined)).toEqual(now);
  expect(letterMoment(now, minutes(-4), undefined)).toEqual(minutes(6));
  expect(letterMoment(now, minutes(6), undefined)).toBeNull();
  expect(letterMoment(now, minutes(-11), undefined)).toEqual(now);
});

test('a letter waits for the end of the quiet hours', () => {
  expect(letterMoment(now, null, minutes(90))).toEqual(minutes(90));
  expect(letterMoment(now, minutes(-4), minutes(2))).toEqual(minutes(6));
  expect(letterMoment(now, minutes(90), minutes(90))).toBeNull();
});
