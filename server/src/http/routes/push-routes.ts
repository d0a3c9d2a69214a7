import type { FastifyInstance } from 'fastify';
import { getPushDevices, resumePush, subscribePush, tryPush, unsubscribePush } from '#contract/push.ts';
import {
  addPushDevice,
  listPushDevices,
  removePushDevice,
  resumePushDevice,
  tryPushDevice,
} from '#domain/accounts/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { Problem } from '#platform/problem.ts';
import { readPushKeys } from '#platform/push/push-keys.ts';
import { judgeTarget } from '#platform/push/send-push.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  guard: OutboundGuard;
  limits: Limits;
};

/** Each may make us look up a name of somebody's choice. */
const subscriptions: Limit = { name: 'push subscriptions', points: 20, seconds: 600 };
const trials: Limit = { name: 'push trials', points: 10, seconds: 600 };

/** News on devices that have no desk open. */
export function mountPush(app: FastifyInstance, { db, sessions, mounted, wake, secrets, guard, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(getPushDevices, async (_data, { session }) => {
    const { publicKey } = await readPushKeys(db, secrets);
    return { devices: await listPushDevices(db, session), public_key: publicKey };
  });

  on.signedIn(subscribePush, async (data, { session, person }) => {
    await limits.take(subscriptions, { person: person.userId });
    await judgeTarget(guard, data.endpoint).catch((error: unknown) => {
      // What cannot be found now cannot be sent to: no difference that tells of a network.
      throw new Problem('outbound_address_refused', { field: 'data.endpoint', cause: error });
    });
    await addPushDevice({ db, secrets }, session, data);
    return {};
  });

  on.signedIn(resumePush, async ({ endpoint }, { session }) => ({
    is_on: await resumePushDevice(db, session, endpoint),
  }));

  on.signedIn(unsubscribePush, async ({ id }, { person }) => {
    await removePushDevice(db, person.userId, id);
    return {};
  });

  on.signedIn(tryPush, async ({ id }, { person }) => {
    await limits.take(trials, { person: person.userId });
    await tryPushDevice(db, person.userId, id);
    wake.nudge('pushes');
    return {};
  });
}
