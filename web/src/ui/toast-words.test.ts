import { beforeAll, expect, test } from 'vitest';
import { ApiError } from '../api/problem.ts';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { detailsOf, toastWords, wordsOfFailure } from './toast-words.ts';

beforeAll(() => speakInTests());

const refusal = (key: string, message: string) => new ApiError(422, [{ key: key as 'internal', message }]);

test('what was done has a title of its own, or the one of SPEC section 7, or of section 8 where there are no words', () => {
  expect(toastWords('success', { title: 'Restored successfully!' })).toEqual({ title: 'Restored successfully!' });
  expect(toastWords('success', { text: 'Three tickets' })).toEqual({
    title: 'Response success!',
    text: 'Three tickets',
  });
  expect(toastWords('success', {})).toEqual({ title: 'Success response!' });
});

test('what was refused is told in the words of its key, else in those meant for it, else in the server’s', () => {
  const title = 'Response error!';
  const taken = 'That email is taken. Try another';
  expect(wordsOfFailure({ text: 'Not so' }, refusal('email_taken', 'Taken'))).toEqual({ title, text: taken });
  expect(wordsOfFailure({ text: 'Not so' }, refusal('no_such_key', 'Later'))).toEqual({ title, text: 'Not so' });
  expect(wordsOfFailure({}, refusal('no_such_key', 'Later'))).toEqual({ title, text: 'Later' });
  expect(wordsOfFailure({}, refusal('no_such_key', ''))).toEqual({
    title: 'Error response!',
    text: 'Check that the data is filled in correctly and try again',
  });
  expect(toastWords('error', {}).title).toBe('Error response!');
  expect(wordsOfFailure({ title: 'Invite not sent' }, refusal('email_taken', 'Taken')).title).toBe('Invite not sent');
});

test('what is no answer at all is an error', () => {
  const silence = new ApiError(0, [{ key: 'offline', message: 'No connection to Parley' }]);
  expect(wordsOfFailure({}, silence).title).toBe('Error');
  expect(wordsOfFailure({}, new TypeError('x'))).toEqual({ title: 'Error', text: 'Something went wrong' });
  expect(wordsOfFailure({ title: 'The note was not added' }, silence).title).toBe('The note was not added');
});

test('what nobody expected can be found by its request in what the server wrote down, and nothing else has details', () => {
  const unexpected = new ApiError(500, [{ key: 'internal', message: 'x' }], { requestId: '3f0c-1' });
  expect(detailsOf(unexpected)).toBe('HTTP 500 · 3f0c-1');
  for (const other of [refusal('email_taken', 'Taken'), new TypeError('x')]) expect(detailsOf(other)).toBeUndefined();
});
