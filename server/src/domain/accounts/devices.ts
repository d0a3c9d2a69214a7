import { trustDays } from '#contract/two-factor.ts';
import type { Tx } from '#platform/database.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type House, oweLetter, recordAccountEvent } from '../people/index.ts';
import { describeDevice } from './describe-device.ts';
import { type Addressee, newDeviceLetter } from './security-letters.ts';
import type { From } from './sessions.ts';

/** Whether this browser was trusted with the person's second step, and still is. */
export async function isTrusted(tx: Tx, userId: number, { device }: From): Promise<boolean> {
  if (device === undefined) return false;
  const row = await tx.row(
    sql`select 1 from devices where user_id = ${userId} and token_hash = ${hashToken(device)} and trusted_until > now()`,
  );
  return row !== undefined;
}

/** Notes the browser somebody signed in with. Its owner is told of one that is new, unless it is the first of all. */
export async function noteDevice(tx: Tx, userId: number, from: From, house: House): Promise<void> {
  if (from.device === undefined) return;
  const noted = await tx.row<Addressee & { is_new: boolean; has_others: boolean }>(
    sql`with noted as (
          insert into devices (token_hash, user_id, ip, user_agent) values (${hashToken(from.device)}, ${userId}, ${from.ip}, ${from.userAgent.slice(0, 300)})
          on conflict (token_hash, user_id) do update set ip = excluded.ip, user_agent = excluded.user_agent, last_used = now()
          returning xmax = 0 as is_new)
        select is_new, exists (select from devices d where d.user_id = ${userId}) as has_others, u.name, u.email, u.language
        from noted, users u where u.id = ${userId}`,
  );
  if (!noted?.is_new || !noted.has_others) return;
  const device = await describeDevice({ ip: from.ip, user_agent: from.userAgent });
  await oweLetter(tx, newDeviceLetter(noted, device, house), house);
}

/**
 * Trusts this browser with the second step for 30 days, under a new token: whoever knew the old one is not trusted with
 * it. Answers the token.
 */
export async function trustDevice(tx: Tx, userId: number, device: string): Promise<string> {
  const { token, hash } = createToken();
  const old = hashToken(device);
  await tx.run(sql`update devices set token_hash = ${hash} where token_hash = ${old}`);
  await tx.run(
    sql`update devices set trusted_until = now() + make_interval(days => ${trustDays}) where token_hash = ${hash} and user_id = ${userId}`,
  );
  await recordAccountEvent(tx, { action: 'device_trusted', userId });
  return token;
}

export async function distrustDevice(tx: Tx, userId: number, id: number): Promise<boolean> {
  const forgotten = await tx.run(
    sql`update devices set trusted_until = null where user_id = ${userId} and id = ${id} and trusted_until > now()`,
  );
  if (forgotten > 0) await recordAccountEvent(tx, { action: 'devices_forgotten', userId });
  return forgotten > 0;
}
