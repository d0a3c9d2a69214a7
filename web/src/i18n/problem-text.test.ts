import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../api/problem.ts';
import { problemsByField, problemText } from './problem-text.ts';
import { speakInTests } from './speak-in-tests.ts';

beforeAll(() => speakInTests());

test('a limit is told from what the server names, not read out of its words', () => {
  const message = 'You must enter at least 3 of 49 characters';
  expect(problemText({ key: 'too_short', message, values: { min: 3 } })).toBe('You must enter at least 3 characters');
  expect(problemText({ key: 'too_long', message, values: { max: 49 } })).toBe(
    'You must enter no more than 49 characters',
  );
});

test('who asked too often is told for how long to wait, in the plural forms of both languages', async () => {
  const told = (seconds?: number) =>
    problemText({ key: 'too_many_requests', message: 'Wait', ...(seconds ? { values: { seconds } } : {}) });
  expect([told(1), told(42), told(91), told(3600), told(9_000)]).toEqual([
    'Too many requests. Try again in 1 second.',
    'Too many requests. Try again in 42 seconds.',
    'Too many requests. Try again in 2 minutes.',
    'Too many requests. Try again in 60 minutes.',
    'Too many requests. Try again in 3 hours.',
  ]);
  expect(told()).toBe('Too many requests. Try again in a moment');
  await speakInTests('uk');
  expect([told(1), told(42), told(55), told(240)]).toEqual([
    'Забагато запитів. Спробуйте через 1 секунду.',
    'Забагато запитів. Спробуйте через 42 секунди.',
    'Забагато запитів. Спробуйте через 55 секунд.',
    'Забагато запитів. Спробуйте через 4 хвилини.',
  ]);
  await speakInTests();
});

test('a key of a newer server is told in its words', () => {
  const error = new ApiError(422, [{ key: 'no_such_key' as 'internal', message: 'Later', field: 'data[2].name' }]);
  expect(problemsByField(error)).toEqual({ name: 'Later' });
});
