import { readDueWords } from '#domain/search/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

/** What is written should be found by the time somebody looks for it. */
const restSeconds = 1;

/** Reads the words of what was written, behind the back of whoever writes. */
export function runSearchWords({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Loop {
  return runLoop({
    name: 'search',
    log,
    wakeOn: (then) => wake.on('events', then),
    restSeconds,
    work: async () => ((await readDueWords(db)) > 0 ? 'more' : 'idle'),
  });
}
