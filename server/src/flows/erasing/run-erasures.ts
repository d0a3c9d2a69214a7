import { claimErasure } from '#domain/customers/index.ts';
import type { Database } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { eraseSome } from './erase-some.ts';

const restSeconds = 30;
const againMinutes = 5;

/**
 * Forgets people who are to be forgotten, a stretch at a time. It is no job that somebody could cancel, and needs nobody's
 * rights: once it was asked for it comes to its end, whoever leaves the company or is killed meanwhile.
 */
export function runErasures({
  db,
  secrets,
  wake,
  log,
}: {
  db: Database;
  secrets: Secrets;
  wake: Wake;
  log: Log;
}): Loop {
  return runLoop({
    name: 'erasures',
    log,
    wakeOn: (then) => wake.on('erasures', then),
    restSeconds,
    async work() {
      let claimed: number | undefined;
      try {
        const found = await db.transaction('system', async (tx) => {
          const row = await claimErasure(tx);
          if (!row) return false;
          claimed = row.id;
          await eraseSome(tx, secrets, row);
          await failpoint('erasure.before-commit');
          return true;
        });
        if (!found) return 'idle';
      } catch (error) {
        // One that cannot be gone on with does not hold up the others.
        if (claimed !== undefined) await putOff(db, claimed).catch(() => {});
        throw error;
      }
      wake.nudge('events');
      await failpoint('erasure.committed');
      return 'more';
    },
  });
}

const putOff = (db: Database, id: number) =>
  db.transaction('system', (tx) =>
    tx.run(sql`update customer_erasures set due_at = now() + make_interval(mins => ${againMinutes}) where id = ${id}`),
  );
