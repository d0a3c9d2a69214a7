import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from '../people/index.ts';

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
