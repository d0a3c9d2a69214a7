import { expect, test } from 'vitest';
import { judgeAnswer, judgeSilence } from './judge-answer.ts';

const now = new Date('2026-11-20T12:00:00Z');
const answer = (status: number, retryAfter?: string, attempts = 1) =>
  judgeAnswer({ status, retryAfter }, attempts, now);
const pauseOf = (outcome: ReturnType<typeof answer>) =>
  outcome.is === 'later' ? (outcome.when.getTime() - now.getTime()) / 1000 : outcome.is;

test('a taken message is sent, a browser that is gone is forgotten, a refusal is not asked again', () => {
  expect([200, 201, 202, 204].map((status) => answer(status).is)).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect([404, 410].map((status) => answer(status).is)).toEqual(['gone', 'gone']);
  expect([301, 400, 401, 403, 413].map((status) => answer(status).is)).toEqual(Array(5).fill('never'));
});

test('a busy push service is asked again after growing pauses, up to an hour, and then no more', () => {
  expect([1, 2, 3, 4, 5, 7, 8].map((attempts) => pauseOf(answer(503, undefined, attempts)))).toEqual([
    15,
    60,
    240,
    960,
    3600,
    3600,
    'never',
  ]);
  expect(pauseOf(judgeSilence('no route', 2, now))).toBe(60);
});

test('it says itself when to come back, in seconds or as a date, within reason', () => {
  expect(pauseOf(answer(429, '120'))).toBe(120);
  expect(pauseOf(answer(429, 'Fri, 20 Nov 2026 12:10:00 GMT'))).toBe(600);
  expect(pauseOf(answer(429, '999999'))).toBe(3600);
  expect(pauseOf(answer(429, '0'))).toBe(15);
  expect(pauseOf(answer(429, 'soon'))).toBe(15);
});
