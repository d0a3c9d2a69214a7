import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { House } from '../people/index.ts';
import { failTry } from './lock-account.ts';
import { isPasswordRight } from './passwords.ts';
import { countingTries, itWasRight } from './sign-in-failures.ts';

/**
 * Lets nobody on who does not know the account's password, though they are signed in or hold a key to it: throws
 * `incorrect_password` at `field`. A wrong one counts as one at sign-in, and locks as that does, with the letter that
 * unlocks: nudge `recovery` and `events` however it ended. `andThen` happens with a right one.
 */
export async function askPasswordAgain(
  db: Database,
  userId: number,
  password: string,
  the: { ip: string; field: string; house: House; andThen?: (tx: Tx) => Promise<void> },
): Promise<void> {
  const [user] = await db.read<{ email: string; password_hash: string }>(
    'system',
    sql`select email, password_hash from users where id = ${userId} and is_deleted = 0`,
  );
  if (!user) throw new Problem('unauthorized');
  await countingTries(db, { email: user.email, ip: the.ip }, async (attempt) => {
    if (!(await isPasswordRight(password, user.password_hash))) {
      await db.transaction('system', (tx) => failTry(tx, attempt, 'password_confirmation_failed', the.house));
      throw new Problem('incorrect_password', { field: the.field });
    }
    await db.transaction('system', async (tx) => {
      await itWasRight(tx, attempt, { andAllIsWell: false });
      await the.andThen?.(tx);
    });
  });
}
