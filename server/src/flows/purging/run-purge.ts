import { purgeDue } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

/** Nobody waits for it. */
const restSeconds = 300;

/** Deletes for good what has been in the trash for thirty days, a few at a time; processes share it. */
export function runPurge({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Loop {
  return runLoop({
    name: 'purge',
    log,
    wakeOn: () => () => {},
    restSeconds,
    async work() {
      const due = await db.transaction('system', async (tx) => {
        const taken = await purgeDue(tx);
        if (taken > 0) await failpoint('purge.before-commit');
        return taken;
      });
      if (due === 0) return 'idle';
      wake.nudge('events');
      await failpoint('purge.committed');
      return 'more';
    },
  });
}
