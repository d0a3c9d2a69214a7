import { setTimeout as pause } from 'node:timers/promises';
import { drainQueues, takeBackFromAbsent } from '#domain/queues/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

/** Much happens together, and each look costs the same. */
const gatherMilliseconds = 50;
const restSeconds = 5;

/**
 * Gives out the queues of teams after whatever may matter to them: a ticket that came, woke, was answered or put back, a
 * person who came or went, a team that changed. All of these are events, so it looks after every event; and now and then
 * without one, which is what finds those who have gone for good.
 */
export function runRouting(
  { db, wake, log }: { db: Database; wake: Wake; log: Log },
  limits: { companiesAtOnceMax?: number } = {},
): Loop {
  let lastSweep = Number.NEGATIVE_INFINITY;
  /** Behind which company the next look goes on, and whether something happened since the first of them had their turn. */
  let after = 0;
  let isStale = false;
  return runLoop({
    name: 'routing',
    log,
    wakeOn: (then) =>
      wake.on('events', () => {
        isStale = true;
        then();
      }),
    restSeconds,
    async work() {
      await pause(gatherMilliseconds);
      const isSweep = performance.now() - lastSweep >= restSeconds * 1000;
      const taken = isSweep ? await takeBackFromAbsent(db) : 0;
      if (isSweep) lastSweep = performance.now();
      if (after === 0) isStale = false;
      const drained = await drainQueues(db, after, limits);
      after = drained.after;
      if (drained.given + taken > 0) wake.nudge('events');
      return drained.isMore || isStale ? 'more' : 'idle';
    },
  });
}
