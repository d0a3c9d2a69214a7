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

test('a key of a newer server is told in its words', () => {
  const error = new ApiError(422, [{ key: 'no_such_key' as 'internal', message: 'Later', field: 'data[2].name' }]);
  expect(problemsByField(error)).toEqual({ name: 'Later' });
});
