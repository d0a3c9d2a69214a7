import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, isShutOut, loadPerson } from '../people/index.ts';
import { letIn } from './let-in.ts';
import { failTry } from './lock-account.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';
import type { From, OpenedSession } from './sessions.ts';
import { countingTries, itWasRight, type Try } from './sign-in-failures.ts';

/**
 * Signs in by password: into a half session where the person has two-factor, into a whole one otherwise. The answer never
 * tells whether the account or the password was wrong, and takes as long for either.
 */
export function signIn(
  db: Database,
  the: { email: string; password: string; remember: boolean },
  from: From,
  house: House,
): Promise<OpenedSession> {
  return countingTries(db, { email: the.email, ip: from.ip }, (attempt) => tryPassword(db, the, attempt, from, house));
}

async function tryPassword(
  db: Database,
  the: { password: string; remember: boolean },
  attempt: Try,
  from: From,
  house: House,
): Promise<OpenedSession> {
  const [user] = await db.read<{ id: number; password_hash: string }>(
    'system',
    sql`select id, password_hash from users where lower(email) = ${attempt.email} and is_deleted = 0`,
  );
  if (!(await isPasswordRight(the.password, user?.password_hash)) || !user) {
    await db.transaction('system', (tx) => failTry(tx, attempt, 'sign_in_failed', house));
    throw new Problem('incorrect_credentials');
  }
  const person = await loadPerson(db, user.id);
  if (person && isShutOut(person.at(from.ip))) throw new Problem('access_denied_by_ip');
  return db.transaction('system', async (tx) => {
    const opened = await letIn(tx, { userId: user.id, remember: the.remember }, from, house);
    await itWasRight(tx, attempt, { andAllIsWell: !opened.session.isHalf });
    return opened;
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
