import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';
import { type From, openSession } from './sessions.ts';

export const failuresMax = 5;
export const lockMinutes = 30;

/**
 * Signs in by password. Account and address together are locked for 30 minutes after five wrong passwords (SPEC section
 * 8), so a stranger elsewhere cannot lock somebody out. The answer never tells which of the two was wrong.
 */
export async function signIn(
  db: Database,
  the: { email: string; password: string; remember: boolean },
  from: From,
): Promise<{ userId: number; token: string }> {
  const email = the.email.toLowerCase();
  const [lock] = await db.read<{ is_locked: boolean }>(
    'system',
    sql`select locked_until > now() as is_locked from login_failures where email = ${email} and ip = ${from.ip}`,
  );
  if (lock?.is_locked) throw new Problem('account_locked');

  const [user] = await db.read<{ id: number; password_hash: string }>(
    'system',
    sql`select id, password_hash from users where lower(email) = ${email} and is_deleted = 0`,
  );
  if (!(await isPasswordRight(the.password, user?.password_hash)) || !user) {
    await noteFailure(db, email, from.ip);
    throw new Problem('incorrect_credentials');
  }
  return db.transaction('system', async (tx) => {
    await tx.run(sql`delete from login_failures where email = ${email} and ip = ${from.ip}`);
    const { token } = await openSession(tx, user.id, from, the.remember);
    return { userId: user.id, token };
  });
}

async function noteFailure(db: Database, email: string, ip: string) {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into login_failures (email, ip, failures) values (${email}, ${ip}, 1)
          on conflict (email, ip) do update set
            failures = case when login_failures.last_failure < now() - make_interval(mins => ${lockMinutes}) then 1 else login_failures.failures + 1 end,
            last_failure = now(),
            locked_until = case when login_failures.last_failure >= now() - make_interval(mins => ${lockMinutes}) and login_failures.failures + 1 >= ${failuresMax}
              then now() + make_interval(mins => ${lockMinutes}) end`,
    ),
  );
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
