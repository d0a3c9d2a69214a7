import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { failTry } from './lock-account.ts';
import { isPasswordRight } from './passwords.ts';
import type { From, Session } from './sessions.ts';
import { countingTries, itWasRight } from './sign-in-failures.ts';

/** How long a password that was entered again is good for what is dangerous. */
export const confirmedMinutes = 10;

/** Takes the password of somebody who is signed in once more. Wrong ones count towards the lock like at sign-in. */
export async function confirmPassword(
  db: Database,
  { id, userId }: Session,
  password: string,
  { from, house }: { from: From; house: House },
): Promise<void> {
  const [user] = await db.read<{ email: string; password_hash: string }>(
    'system',
    sql`select email, password_hash from users where id = ${userId} and is_deleted = 0`,
  );
  if (!user) throw new Problem('unauthorized');
  await countingTries(db, { email: user.email, ip: from.ip }, async (attempt) => {
    if (!(await isPasswordRight(password, user.password_hash))) {
      await db.transaction('system', (tx) => failTry(tx, attempt, 'password_confirmation_failed', house));
      throw new Problem('incorrect_password', { field: 'data.password' });
    }
    await db.transaction('system', async (tx) => {
      await itWasRight(tx, attempt, { andAllIsWell: false });
      await tx.run(sql`update sessions set password_confirmed_at = now() where id = ${id}`);
      await recordAccountEvent(tx, { action: 'password_confirmed', userId });
    });
  });
}

/** Throws `password_needed` unless the password was entered in this session a moment ago: who finds a desk unlocked does no harm. */
export async function requireConfirmedPassword(db: Database, { id }: Session): Promise<void> {
  const [row] = await db.read<{ is_fresh: boolean }>(
    'system',
    sql`select coalesce(password_confirmed_at > now() - make_interval(mins => ${confirmedMinutes}), false) as is_fresh from sessions where id = ${id}`,
  );
  if (!row?.is_fresh) throw new Problem('password_needed');
}
