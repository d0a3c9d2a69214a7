import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';
import { type From, type OpenedSession, openSession } from './sessions.ts';
import { beginTry, itWasRight, itWasWrong } from './sign-in-failures.ts';

/**
 * Signs in by password: into a half session where the person has two-factor, into a whole one otherwise. The answer never
 * tells whether the account or the password was wrong, and takes as long for either.
 */
export async function signIn(
  db: Database,
  the: { email: string; password: string; remember: boolean },
  from: From,
): Promise<OpenedSession> {
  const attempt = await beginTry(db, { email: the.email, ip: from.ip });
  const [user] = await db.read<{ id: number; password_hash: string; has_two_factor: boolean }>(
    'system',
    sql`select id, password_hash, exists (select from two_factors f where f.user_id = users.id and f.confirmed_at is not null) as has_two_factor
        from users where lower(email) = ${attempt.email} and is_deleted = 0`,
  );
  if (!(await isPasswordRight(the.password, user?.password_hash)) || !user) {
    await db.transaction('system', (tx) => itWasWrong(tx, attempt));
    throw new Problem('incorrect_credentials');
  }
  return db.transaction('system', async (tx) => {
    await itWasRight(tx, attempt, { andAllIsWell: !user.has_two_factor });
    return openSession(tx, user.id, from, the.remember, user.has_two_factor);
  });
}

/** Makes an account whose address counts as confirmed: for the demo and for operators at the machine itself. */
export async function createConfirmedPerson(
  db: Database,
  the: { name: string; email: string; password: string; language: 'en' | 'ua' },
): Promise<number> {
  const passwordHash = await hashPassword(the.password);
  const row = await db.transaction('system', (tx) =>
    tx.row<{ id: number }>(
      sql`insert into users (name, email, password_hash, language, email_confirmed_at) values (${the.name}, ${the.email}, ${passwordHash}, ${the.language}, now()) returning id`,
    ),
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}
