import { answerRecoveryRequest, answerUnlockRequest } from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Brands } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';

/** Writes to those who forgot their password, and whose account was locked. Who asked has long had an answer, which tells nothing (SAFETY A13). */
export function runRecovery(the: {
  db: Database;
  wake: Wake;
  log: Log;
  brands: Brands;
  secrets: Secrets;
  publicUrl: () => string;
}): Loop {
  const { db, wake, log, brands, secrets, publicUrl } = the;
  return runLoop({
    name: 'recovery',
    log,
    wakeOn: (then) => wake.on('recovery', then),
    restSeconds: 10,
    async work() {
      const houseOf = (key: House['brand']['key']): House => ({
        publicUrl: publicUrl(),
        brand: brands.of(key),
        secrets,
      });
      if (!(await answerRecoveryRequest(db, houseOf)) && !(await answerUnlockRequest(db, houseOf))) return 'idle';
      wake.nudge('outbox');
      return 'more';
    },
  });
}
