import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { askPasswordAgain } from './ask-password-again.ts';
import type { Session } from './sessions.ts';

/** How long a password that was entered again is good for what is dangerous. */
export const confirmedMinutes = 10;

/** Takes the password of somebody who is signed in once more. Wrong ones count towards the lock like at sign-in. */
export const confirmPassword = (
  db: Database,
  { id, userId }: Session,
  password: string,
  { ip, house }: { ip: string; house: House },
): Promise<void> =>
  askPasswordAgain(db, userId, password, {
    ip,
    field: 'data.password',
    house,
    async andThen(tx) {
      await tx.run(sql`update sessions set password_confirmed_at = now() where id = ${id}`);
      await recordAccountEvent(tx, { action: 'password_confirmed', userId });
    },
  });

/** Throws `password_needed` unless the password was entered in this session a moment ago: who finds a desk unlocked does no harm. */
export async function requireConfirmedPassword(db: Database, { id }: Session): Promise<void> {
  const [row] = await db.read<{ is_fresh: boolean }>(
    'system',
    sql`select coalesce(password_confirmed_at > now() - make_interval(mins => ${confirmedMinutes}), false) as is_fresh from sessions where id = ${id}`,
  );
  if (!row?.is_fresh) throw new Problem('password_needed');
}
