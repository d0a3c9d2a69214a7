import { isCrowded } from '#domain/inbound-mails/index.ts';
import { readDueWords } from '#domain/search/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

/** What is written should be found by the time somebody looks for it. */
const restSeconds = 1;
/** Hardly ever do so many mails wait but when a large mailbox was just connected. */
const crowd = 100;
/** Its mails are to become tickets first, and to be found so much later at most. */
const patienceSeconds = 30;

/** Reads the words of what was written, behind the back of whoever writes. */
export function runSearchWords({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Loop {
  const mustWait = givingWay(() => isCrowded(db, crowd));
  let isNewsMeanwhile = false;
  return runLoop({
    name: 'search',
    log,
    wakeOn: (then) =>
      wake.on('events', () => {
        isNewsMeanwhile = true;
        then();
      }),
    restSeconds,
    async work() {
      if (await mustWait()) return 'idle';
      isNewsMeanwhile = false;
      if ((await readDueWords(db)) === 0) return 'idle';
      // Whoever looked for it then saw no further than to this, which was open.
      if (isNewsMeanwhile) wake.nudge('events');
      return 'more';
    },
  });
}

/**
 * Whether to wait, while there is a crowd: asked once a second at most, and for no longer than `patienceSeconds`. Whoever
 * has waited so long works until there is nothing left to do, or the crowd has gone.
 */
export function givingWay(
  isThereACrowd: () => Promise<boolean>,
  now: () => number = () => performance.now() / 1000,
): () => Promise<boolean> {
  let since: number | undefined;
  let looked = Number.NEGATIVE_INFINITY;
  let isCrowd = false;
  return async () => {
    if (now() - looked >= restSeconds) {
      looked = now();
      isCrowd = await isThereACrowd();
      since = isCrowd ? (since ?? looked) : undefined;
    }
    return isCrowd && now() - (since ?? 0) < patienceSeconds;
  };
}
