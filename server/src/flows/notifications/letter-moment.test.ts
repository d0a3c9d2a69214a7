import { expect, test } from 'vitest';
import { letterMoment } from './letter-moment.ts';

const now = new Date('2026-11-20T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const nothing = { lastLetter: null, quietEnds: undefined, lastTouch: null };

test('the first letter goes at once, and the next ten minutes after it', () => {
  expect(letterMoment(now, nothing)).toEqual(now);
  expect(letterMoment(now, { ...nothing, lastLetter: minutes(-4) })).toEqual(minutes(6));
  expect(letterMoment(now, { ...nothing, lastLetter: minutes(-11) })).toEqual(now);
});

test('a letter waits for the end of the quiet hours', () => {
  expect(letterMoment(now, { ...nothing, quietEnds: minutes(90) })).toEqual(minutes(90));
  expect(letterMoment(now, { ...nothing, lastLetter: minutes(-4), quietEnds: minutes(2) })).toEqual(minutes(6));
});

test('who touched the desk a moment ago gets none until they have been away for five minutes', () => {
  expect(letterMoment(now, { ...nothing, lastTouch: minutes(-1) })).toEqual(minutes(4));
  expect(letterMoment(now, { ...nothing, lastTouch: minutes(-5) })).toEqual(now);
  expect(letterMoment(now, { ...nothing, lastTouch: minutes(-1), lastLetter: minutes(-1) })).toEqual(minutes(9));
});
