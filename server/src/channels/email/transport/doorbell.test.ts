import { expect, test } from 'vitest';
import { createDoorbell } from './doorbell.ts';

const neverMilliseconds = 60_000;

test('who rings while somebody waits is heard at once', async () => {
  const bell = createDoorbell();
  const answered = bell.answer(neverMilliseconds);
  bell.ring();
  await answered;
});

test('who rings while nobody waits is heard by the next, once', async () => {
  const bell = createDoorbell();
  bell.ring();
  bell.ring();
  await bell.answer(neverMilliseconds);
  const startedAt = performance.now();
  await bell.answer(30);
  expect(performance.now() - startedAt).toBeGreaterThan(20);
});

test('a ring that is forgotten is not heard', async () => {
  const bell = createDoorbell();
  bell.ring();
  bell.forget();
  const startedAt = performance.now();
  await bell.answer(30);
  expect(performance.now() - startedAt).toBeGreaterThan(20);
});

test('a signal ends the wait, also one that was given before', async () => {
  const bell = createDoorbell();
  const ending = new AbortController();
  const answered = bell.answer(neverMilliseconds, ending.signal);
  ending.abort();
  await answered;
  await bell.answer(neverMilliseconds, ending.signal);
});
