import type { Tx } from '#platform/database.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { imapPasswordContext } from '../mailboxes/index.ts';
import { recordAccountEvent } from '../people/index.ts';
import { contextOf } from './two-factor-codes.ts';

/** Of each sort; the newest, where a key was lost before and some were entered again. */
const triedMax = 20;

/** Whether any of what is sealed most opens with this SECRET_KEY; undefined where nothing is sealed. */
export async function opensSealed(tx: Tx, secrets: Secrets): Promise<boolean | undefined> {
  const passwords = await tx.rows<{ sealed: string }>(
    sql`select imap_password as sealed from mailboxes order by id desc limit ${triedMax}`,
  );
  const factors = await tx.rows<{ sealed: string; user_id: number }>(
    sql`select sealed_secret as sealed, user_id from two_factors order by added desc limit ${triedMax}`,
  );
  const all = [
    ...passwords.map(({ sealed }) => ({ sealed, context: imapPasswordContext })),
    ...factors.map(({ sealed, user_id }) => ({ sealed, context: contextOf(user_id) })),
  ];
  if (all.length === 0) return undefined;
  return all.some(({ sealed, context }) => openIfOurs(secrets, sealed, context) !== undefined);
}

/**
 * Forgets what a SECRET_KEY that is lost alone could open and nobody can enter again: two-factor, of which no code would be
 * right any more and which would shut everybody out, its recovery codes, and the keys of push with the devices that know them.
 */
export async function forgetSealed(tx: Tx): Promise<void> {
  await tx.run(sql`delete from recovery_codes`);
  const had = await tx.rows<{ user_id: number; was_on: boolean }>(
    sql`delete from two_factors returning user_id, confirmed_at is not null as was_on`,
  );
  for (const { user_id: userId, was_on: wasOn } of had)
    if (wasOn) await recordAccountEvent(tx, { action: 'two_factor_reset', userId, by: { kind: 'system', id: null } });
  await tx.run(sql`delete from push_devices`);
  await tx.run(sql`delete from push_keys`);
}
