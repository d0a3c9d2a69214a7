import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, type Language, recordAccountEvent } from '../people/index.ts';
import { noteDevice, tellOfDevice } from './devices.ts';
import { disinheritStranger } from './end-sign-ins.ts';
import { hashNewPassword } from './new-password.ts';
import { oweConfirmation } from './send-confirmation.ts';
import { type From, type OpenedSession, openSession } from './sessions.ts';

/** So long an address that somebody typed and nobody confirmed is theirs; then it blocks nobody any more. */
const unconfirmedHours = 24;

export type Registration = { name: string; email: string; password: string; language: Language };

/** Creates the account, owes the confirmation letter and signs the person in: one fact. Refuses a taken address. */
export async function registerPerson(
  db: Database,
  the: Registration,
  from: From,
  house: House,
): Promise<OpenedSession> {
  // Before anybody looks whether the address is taken: a refusal takes as long as an account.
  const passwordHash = await hashNewPassword(the.password, {
    facts: [the.name, the.email, house.brand.name],
    field: 'data.raw_password',
  });
  try {
    return await db.transaction('system', async (tx) => {
      const userId = (await takeOverUnconfirmed(tx, the, passwordHash)) ?? (await createUser(tx, the, passwordHash));
      await oweConfirmation(tx, { id: userId, email: the.email, language: the.language }, house);
      await recordAccountEvent(tx, { action: 'registered', userId });
      return openFirstSession(tx, userId, from, house);
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { field: 'data.email_confirmation', cause: error });
    throw error;
  }
}

/** Of an account that was made, or made somebody's own, just now: no code can be owed. */
export async function openFirstSession(tx: Tx, userId: number, from: From, house: House): Promise<OpenedSession> {
  const noted = await noteDevice(tx, userId, from);
  if (noted) await tellOfDevice(tx, noted, from, house);
  return openSession(tx, userId, from, true);
}

/**
 * An account whose address is proved already, by a letter to it. Whatever somebody else had put there unconfirmed is void
 * (SAFETY A20). A taken address is PostgreSQL's unique violation.
 */
export async function makeProven(tx: Tx, the: Omit<Registration, 'password'>, passwordHash: string): Promise<number> {
  const stranger = await tx.row<{ id: number }>(
    sql`select id from users where lower(email) = lower(${the.email}) and email_confirmed_at is null and is_deleted = 0
          and not exists (select from roles where user_id = users.id) for update`,
  );
  if (stranger) await inherit(tx, stranger.id, the, passwordHash);
  const userId = stranger?.id ?? (await createUser(tx, the, passwordHash));
  await tx.run(sql`update users set email_confirmed_at = now() where id = ${userId}`);
  await recordAccountEvent(tx, { action: 'registered', userId, detail: { how: 'invited' } });
  return userId;
}

async function createUser(tx: Tx, the: Omit<Registration, 'password'>, passwordHash: string): Promise<number> {
  const user = await tx.row<{ id: number }>(
    sql`insert into users (name, email, password_hash, language) values (${the.name}, ${the.email}, ${passwordHash}, ${the.language}) returning id`,
  );
  if (!user) throw new Error('insert answered no row');
  return user.id;
}

/**
 * An account whose address nobody confirmed within a day becomes that of whoever registers it next. Nothing that the one
 * before put there stays, no password and no session (SAFETY A20).
 */
async function takeOverUnconfirmed(tx: Tx, the: Registration, passwordHash: string): Promise<number | undefined> {
  const user = await tx.row<{ id: number }>(
    sql`select id from users where lower(email) = lower(${the.email}) and email_confirmed_at is null and is_deleted = 0
          and added < now() - make_interval(hours => ${unconfirmedHours}) and not exists (select from roles where user_id = users.id) for update`,
  );
  if (user) await inherit(tx, user.id, the, passwordHash);
  return user?.id;
}

/** Nothing that the one before put there stays. */
async function inherit(
  tx: Tx,
  userId: number,
  the: Omit<Registration, 'password'>,
  passwordHash: string,
): Promise<void> {
  await disinheritStranger(tx, userId);
  await tx.run(
    sql`update users set name = ${the.name}, email = ${the.email}, password_hash = ${passwordHash}, language = ${the.language},
          added = now(), updated = now() where id = ${userId}`,
  );
}
