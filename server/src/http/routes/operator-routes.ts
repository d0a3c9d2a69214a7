import type { FastifyInstance, FastifyRequest } from 'fastify';
import { confirmPassword as confirmPasswordCall } from '#contract/operators.ts';
import { confirmPassword } from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  houseOf: (request: FastifyRequest) => House;
};

const passwords: Limit = { name: 'confirmed-passwords', points: 60, seconds: 60 };

/** What operators of the installation do first: the password once more. What they do then stands beside its noun. */
export function mountOperators(app: FastifyInstance, { db, sessions, mounted, wake, limits, houseOf }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  on.signedIn(confirmPasswordCall, async ({ password }, { session }, { request }) => {
    await limits.take(passwords, { address: request.ip });
    const coming = { ip: request.ip, house: houseOf(request) };
    // A try that failed may have locked the account.
    await confirmPassword(db, session, password, coming).finally(() => {
      wake.nudge('recovery');
      wake.nudge('events');
    });
    return {};
  });
}
