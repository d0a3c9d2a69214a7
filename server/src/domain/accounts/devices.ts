import { trustDays } from '#contract/two-factor.ts';
import type { Tx } from '#platform/database.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type House, oweLetter, recordAccountEvent } from '../people/index.ts';
import { describeDevice } from './describe-device.ts';
import { type Addressee, newDeviceLetter } from './security-letters.ts';
import type { From } from './sessions.ts';

/** Whether this browser was trusted with the person's second step, and still is; an expression. */
export const isTrustedSql = (userId: number, { device }: From): Sql =>
  device === undefined
    ? sql.unsafe('false')
    : sql`exists (select from devices where user_id = ${userId} and token_hash = ${hashToken(device)} and trusted_until > now())`;

/** Whether the person has signed in from this browser before; an expression. */
export const isKnownSql = (userId: Sql, { device }: From): Sql =>
  device === undefined
    ? sql.unsafe('false')
    : sql`exists (select from devices d where d.user_id = ${userId} and d.token_hash = ${hashToken(device)})`;

export type NotedDevice = Addressee & { readonly is_new: boolean; readonly has_others: boolean };

/** Notes the browser somebody signed in with. `tellOfDevice` comes next. */
export async function noteDevice(tx: Tx, userId: number, from: From): Promise<NotedDevice | undefined> {
  if (from.device === undefined) return undefined;
  return tx.row<NotedDevice>(
    sql`with step as (select false as is_half), ${notingDevice(userId, from)} select ${notedDevice} from noted n, users u where u.id = ${userId}`,
  );
}

/** A part of a statement: `noted` is the browser, unless `step` says that the person is not in yet, or there is none. */
export const notingDevice = (userId: number, { device, ip, userAgent }: From): Sql =>
  device === undefined
    ? sql`noted as (select null::bigint as user_id, null::boolean as is_new where false)`
    : sql`noted as (
    insert into devices (token_hash, user_id, ip, user_agent)
    select ${hashToken(device)}::bytea, ${userId}::bigint, ${ip}::text, ${userAgent.slice(0, 300)}::text from step where not step.is_half
    on conflict (token_hash, user_id) do update set ip = excluded.ip, user_agent = excluded.user_agent, last_used = now()
    returning user_id, xmax = 0 as is_new)`;

/** What `NotedDevice` holds, of `noted n` and its person `u`. */
export const notedDevice = sql`n.is_new, exists (select from devices d where d.user_id = n.user_id) as has_others, u.name, u.email, u.language`;

/** The owner hears of a browser that is new, unless it is the first of all. Answers whether a letter is owed now. */
export async function tellOfDevice(tx: Tx, noted: NotedDevice, from: From, house: House): Promise<boolean> {
  if (!noted.is_new || !noted.has_others) return false;
  const device = await describeDevice({ ip: from.ip, user_agent: from.userAgent });
  await oweLetter(tx, newDeviceLetter(noted, device, house), house);
  return true;
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
