import type { z } from 'zod';
import { type PushDevice, pushDevicesPerPersonMax, type subscribePush } from '#contract/push.ts';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { recordAccountEvent } from '../people/index.ts';
import { describeDevice } from './describe-device.ts';
import type { Session } from './sessions.ts';

type Needs = { db: Database; secrets: Secrets };

/** What `auth` is sealed with. */
export const pushAuthContext = (endpoint: string): string => `push_devices ${endpoint}`;

/** Devices `d` whose session `s` is there and whole. Of any other, nobody hears. */
export const hearingDevices: Sql = sql`push_devices d join sessions s on s.id = d.session_id and s.user_id = d.user_id and s.expires > now() and not s.is_half`;

type Row = Pick<PushDevice, 'id' | 'added' | 'last_used' | 'is_current'> & { ip: string; user_agent: string };

/** The devices of a person that hear, this one first. */
export async function listPushDevices(db: Database, current: Session): Promise<PushDevice[]> {
  const rows = await db.read<Row>(
    'system',
    sql`select d.id, s.ip, s.user_agent, s.id = ${current.id} as is_current, to_char(d.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added,
          to_char(coalesce(d.last_used, d.added) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used
        from ${hearingDevices} where d.user_id = ${current.userId} order by s.id = ${current.id} desc, d.id desc`,
  );
  return Promise.all(
    rows.map(async ({ user_agent, ip, ...row }) => ({ ...(await describeDevice({ ip, user_agent })), ...row })),
  );
}

/**
 * This browser hears from now on, under the session it is signed in with. An endpoint is known to its browser alone; who
 * shows it with other keys than before is not that browser.
 */
export async function addPushDevice(
  { db, secrets }: Needs,
  { id: sessionId, userId }: Session,
  { endpoint, keys, replaces }: z.output<typeof subscribePush.data>,
): Promise<void> {
  await db.transaction('system', async (tx) => {
    // Two at once take turns, so that both are counted.
    await tx.run(sql`select from users where id = ${userId} for update`);
    if (replaces !== undefined && replaces !== endpoint) {
      const gone = await tx.run(sql`delete from push_devices where endpoint = ${replaces} and user_id = ${userId}`);
      if (gone === 0) throw new Problem('not_found', { field: 'data.replaces' });
    }
    const before = await tx.row<{ p256dh: string; user_id: number }>(
      sql`select p256dh, user_id from push_devices where endpoint = ${endpoint} for update`,
    );
    if (before && before.p256dh !== keys.p256dh) throw new Problem('not_found', { field: 'data.endpoint' });
    if (before && before.user_id !== userId)
      await recordAccountEvent(tx, { action: 'push_off', userId: before.user_id, by: { kind: 'user', id: userId } });
    if (replaces === undefined && before?.user_id !== userId)
      await recordAccountEvent(tx, { action: 'push_on', userId });
    // A browser has one endpoint at a time, and a session one browser.
    await tx.run(sql`delete from push_devices where endpoint = ${endpoint} or session_id = ${sessionId}`);
    await tx.run(
      sql`insert into push_devices (user_id, session_id, endpoint, p256dh, auth)
          values (${userId}, ${sessionId}, ${endpoint}, ${keys.p256dh}, ${secrets.seal(keys.auth, pushAuthContext(endpoint))})`,
    );
    await dropForgotten(tx, userId);
  });
}

/** Those that hear nothing anyway go first, then those that nothing reached for longest. */
async function dropForgotten(tx: Tx, userId: number): Promise<void> {
  await tx.run(
    sql`delete from push_devices d using (
          select id, row_number() over (order by session_id is null, coalesce(last_used, added) desc, id desc) as place from push_devices where user_id = ${userId}
        ) ranked where d.id = ranked.id and ranked.place > ${pushDevicesPerPersonMax}`,
  );
}

/** The same person signed in again in a browser that heard before. False when it is not theirs, or was removed. */
export async function resumePushDevice(
  db: Database,
  { id: sessionId, userId }: Session,
  endpoint: string,
): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const resumed = await tx.run(
      sql`update push_devices set session_id = ${sessionId}, failures = 0 where endpoint = ${endpoint} and user_id = ${userId}`,
    );
    return resumed > 0;
  });
}

/** Another person's device is not there. */
export async function removePushDevice(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    const removed = await tx.run(sql`delete from push_devices where id = ${id} and user_id = ${userId}`);
    if (removed === 0) throw new Problem('not_found', { field: 'data.id' });
    await recordAccountEvent(tx, { action: 'push_off', userId });
  });
}

/** Owes a device of one's own a word, to see whether it arrives. */
export async function tryPushDevice(db: Database, userId: number, id: number): Promise<void> {
  const owed = await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into pushes (device_id) select d.id from ${hearingDevices} where d.id = ${id} and d.user_id = ${userId}`,
    ),
  );
  if (owed === 0) throw new Problem('not_found', { field: 'data.id' });
}
