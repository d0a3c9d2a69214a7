import { setTimeout as pause } from 'node:timers/promises';
import { tellEvents, tellRefusals } from '#domain/audit/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';

/** Events become readable when older transactions are done; the trail may be this much behind. */
const restSeconds = 2;
/** Nobody waits for it: what comes together is told together. */
const gatherMilliseconds = 200;

/** Adds to the audit trail what the events log says, behind the back of whoever works. */
export function runAudit({ db, secrets, wake, log }: { db: Database; secrets: Secrets; wake: Wake; log: Log }): Loop {
  return runLoop({
    name: 'audit',
    log,
    wakeOn: (then) => wake.on('events', then),
    restSeconds,
    async work() {
      await pause(gatherMilliseconds);
      const refusals = await tellRefusals(db);
      const events = await tellEvents(db, secrets);
      return events + refusals > 0 ? 'more' : 'idle';
    },
  });
}
