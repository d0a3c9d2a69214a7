import { setTimeout as pause } from 'node:timers/promises';

type Options = { timeoutMs?: number; everyMs?: number; what?: string };

/** Far beyond what anything takes that works, on a machine that runs two other suites: only a failure waits so long. */
const patienceMs = 30_000;

/**
 * Asks again and again until the answer is neither false, null nor undefined, and returns it. An answer that throws
 * counts as 'not yet'; after the time-out the last error becomes the cause.
 */
export async function waitUntil<T>(
  ask: () => T | Promise<T>,
  { timeoutMs = patienceMs, everyMs = 20, what = 'the condition' }: Options = {},
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

/**
 * Waits until all of a heap of work is done, however long that takes on a busy machine, as long as it goes on: fails when
 * nothing more of it was done for `stillMs`.
 */
export async function untilAllDone(
  count: () => Promise<{ done: number; of: number }>,
  {
    stillMs = 60_000,
    everyMs = 100,
    what = 'the work to be done',
  }: { stillMs?: number; everyMs?: number; what?: string } = {},
): Promise<void> {
  let most = { done: -1, at: Date.now() };
  for (;;) {
    const { done, of } = await count();
    if (done >= of) return;
    if (done > most.done) most = { done, at: Date.now() };
    if (Date.now() - most.at > stillMs)
      throw new Error(`waited in vain for ${what}: ${done} of ${of}, and nothing more for ${stillMs} ms`);
    await pause(everyMs);
  }
}

function isThere<T>(answer: T): answer is Exclude<T, false | null | undefined> {
  return answer !== false && answer !== null && answer !== undefined;
}
