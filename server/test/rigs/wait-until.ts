import { setTimeout as pause } from 'node:timers/promises';

type Options = { timeoutMs?: number; everyMs?: number; what?: string };

/**
 * Asks again and again until the answer is neither false, null nor undefined, and returns it. An answer that throws
 * counts as 'not yet'; after the time-out the last error becomes the cause.
 */
export async function waitUntil<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 20, what = 'the condition' }: Options = {},
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const answer = await ask();
      if (isThere(answer)) return answer;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await pause(everyMs);
  } while (Date.now() < deadline);
  throw new Error(`waited ${timeoutMs} ms in vain for ${what}`, { cause });
}

function isThere<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined;
}
