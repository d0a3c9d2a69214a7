import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileRenewing } from './while-renewing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const working = (milliseconds: number) => new Promise<string>((done) => setTimeout(done, milliseconds, 'done'));

test('a lease is renewed as long as the work takes, and no longer', async () => {
  const renew = vi.fn<() => Promise<boolean>>(async () => true);
  const work = whileRenewing(10, renew, () => working(600_000));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await work).toBe('done');
  expect(renew).toHaveBeenCalledTimes(59);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).toHaveBeenCalledTimes(59);
});

test('whoever has lost the lease is told; a renewal that fails is tried again', async () => {
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(true), Promise.resolve(false)];
  answers[0]?.catch(() => {});
  let signal: AbortSignal | undefined;
  const work = whileRenewing(
    10,
    () => answers.shift() ?? Promise.resolve(false),
    (lost) => {
      signal = lost;
      return working(45_000);
    },
  );
  await vi.advanceTimersByTimeAsync(25_000);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(signal?.aborted).toBe(true);
  await work;
});

test('a renewal that hangs is waited for: the next one would hang as well', async () => {
  const renew = vi.fn<() => Promise<boolean>>(() => new Promise(() => {}));
  const work = whileRenewing(10, renew, () => working(600_000));
  await vi.advanceTimersByTimeAsync(600_000);
  await work;
  expect(renew).toHaveBeenCalledTimes(1);
});

test('work that fails ends the renewals too', async () => {
  const renew = vi.fn<() => Promise<boolean>>(async () => true);
  await expect(whileRenewing(10, renew, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).not.toHaveBeenCalled();
});
