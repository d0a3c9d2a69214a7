import { wakeDue } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

const restSeconds = 5;

/** Wakes tickets at their time, any number of processes together, also those whose time came while none ran. */
export function runSnoozes({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Loop {
  return runLoop({
    name: 'snoozes',
    log,
    wakeOn: (then) => wake.on('snoozes', then),
    restSeconds,
    async work() {
      const { due, woken, failures } = await db.transaction('system', wakeDue);
      for (const err of failures) log.error({ err }, 'snoozes: a ticket could not be woken');
      if (woken > 0) wake.nudge('events');
      return woken > 0 && woken === due ? 'more' : 'idle';
    },
  });
}
