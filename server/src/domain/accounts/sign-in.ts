import type { Database, Query } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { House } from '../people/index.ts';
import { isKnownSql } from './devices.ts';
import { letIn, letInAtOnce, owesCode, requirePlace } from './let-in.ts';
import { failTry } from './lock-account.ts';
import { hashPassword, isOutdated, isPasswordRight } from './passwords.ts';
import type { From, OpenedSession } from './sessions.ts';
import { countingTries, type Try } from './sign-in-failures.ts';

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
  return countingTries<OpenedSession, Account>(
    db,
    { email: the.email, ip: from.ip },
    (attempt, user) => tryPassword(db, { ...the, user }, attempt, from, house),
    findingAccount(the.email, from),
  );
}

type Account = {
  readonly id: number;
  readonly password_hash: string;
  /** Another one as soon as anything of the account is written. */
  readonly version: string;
  /** A company of theirs may be reached from some places only. */
  readonly is_restricted: boolean;
  /** Its owner has signed in from this browser before, and hears nothing of it. */
  readonly knows_device: boolean;
};

const findingAccount = (email: string, from: From): Sql & Query =>
  sql`select u.id, u.password_hash, u.xmin::text as version, exists (select from roles r join companies c on c.id = r.company_id
          where r.user_id = u.id and r.is_deleted = 0 and c.restrict_remote_access = 1) as is_restricted,
        ${isKnownSql(sql`u.id`, from)} as knows_device
      from users u where lower(u.email) = ${email.toLowerCase()} and u.is_deleted = 0`;

async function tryPassword(
  db: Database,
  { user, ...the }: { password: string; remember: boolean; user: Account | undefined },
  attempt: Try,
  from: From,
  house: House,
): Promise<OpenedSession> {
  if (!(await isPasswordRight(the.password, user?.password_hash)) || !user) {
    await db.transaction('system', (tx) => failTry(tx, attempt, 'sign_in_failed', house));
    throw new Problem('incorrect_credentials');
  }
  const hash = isOutdated(user.password_hash) ? await hashAnew(db, user, the.password) : user.password_hash;
  const how = { attempt, remember: the.remember, owesCode: owesCode(user.id, from) };
  const opened = user.knows_device && !user.is_restricted && (await letInAtOnce(db, user, how, from));
  if (opened) return opened;
  // Where it begins only now, every call asks again.
  if (user.is_restricted) await requirePlace(db, user.id, attempt, from);
  const isStill = sql`u.password_hash = ${hash}`;
  return db.transaction('system', (tx) => letIn(tx, user.id, { ...how, isStill }, from, house));
}

/** Answers the hash that is kept now, unless the password was changed in the same moment. */
async function hashAnew(db: Database, { id, password_hash: old }: Account, password: string): Promise<string> {
  const hash = await hashPassword(password);
  await db.transaction('system', (tx) =>
    tx.run(sql`update users set password_hash = ${hash} where id = ${id} and password_hash = ${old}`),
  );
  return hash;
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
