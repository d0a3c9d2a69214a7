import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isPasswordRight } from './passwords.ts';
import { countingTries, itWasRight, itWasWrong } from './sign-in-failures.ts';

/**
 * Lets nobody on who does not know the account's password, though they are signed in or hold a key to it: throws
 * `incorrect_password` at `field`. A wrong one counts as one at sign-in, and locks as that does.
 */
export async function askPasswordAgain(
  db: Database,
  userId: number,
  password: string,
  { ip, field }: { ip: string; field: string },
): Promise<void> {
  const [user] = await db.read<{ email: string; password_hash: string }>(
    'system',
    sql`select email, password_hash from users where id = ${userId} and is_deleted = 0`,
  );
  if (!user) throw new Problem('unauthorized');
  const isRight = await countingTries(db, { email: user.email, ip }, async (attempt) => {
    const isRight = await isPasswordRight(password, user.password_hash);
    await db.transaction('system', async (tx) => {
      if (isRight) await itWasRight(tx, attempt, { andAllIsWell: false });
      else await itWasWrong(tx, attempt);
    });
    return isRight;
  });
  if (!isRight) throw new Problem('incorrect_password', { field });
}
