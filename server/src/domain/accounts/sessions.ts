import type { Database, Tx } from '#platform/database.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { asPerson, type Person, type PersonRow, personJson, recordAccountEvent } from '../people/index.ts';

export const sessionDays = 30;
export const sessionHoursWithoutRemember = 12;
/** The one that was not used for longest ends when there are more. */
export const sessionsPerPersonMax = 50;
/** How long somebody may take to find the phone. */
export const halfSessionMinutes = 15;

export type Session = {
  readonly id: number;
  readonly userId: number;
  readonly expires: Date;
  /** The password was right, the code is still owed: good for giving it and for signing out. */
  readonly isHalf: boolean;
};
export type From = {
  readonly ip: string;
  readonly userAgent: string;
  /** What the browser's device cookie says; absent where there is no browser. */
  readonly device?: string;
};
export type OpenedSession = {
  readonly token: string;
  readonly session: Session;
  readonly isRemembered: boolean;
  /** Its owner is told by letter: the outbox has something to send. */
  readonly hasLetter?: boolean;
};

export type SessionRow = { id: number; user_id: number; expires: Date; is_half: boolean; is_remembered: boolean };

/** Opens a whole session and answers its token; only the token's hash is kept. */
export async function openSession(tx: Tx, userId: number, from: From, remember: boolean): Promise<OpenedSession> {
  const { token, hash } = createToken();
  const row = await tx.row<SessionRow>(
    sql`with step as (select false as is_half), ${openingSession(hash, userId, from, remember)} select * from opened`,
  );
  if (!row) throw new Error('insert answered no row');
  return asOpened(token, row);
}

/**
 * Parts of a statement: `opened` is the new row, half where `step` says so. Of more sessions than anybody has browsers, those
 * longest unused end. Half ones are counted apart: whoever knows the password alone must not end the sessions of its owner, nor
 * be taken for somebody who was here.
 */
export const openingSession = (hash: Buffer, userId: number, from: From, remember: boolean): Sql => sql`opened as (
    insert into sessions (token_hash, user_id, ip, user_agent, is_half, is_remembered, expires)
    select ${hash}::bytea, ${userId}::bigint, ${from.ip}::text, ${from.userAgent.slice(0, 300)}::text, step.is_half, ${remember}::boolean,
      now() + make_interval(mins => case when step.is_half then ${minutesOf(true, remember)}::int else ${minutesOf(false, remember)}::int end) from step
    returning id, user_id, expires, is_half, is_remembered),
  forgotten as (
    delete from sessions where id = any (array(
      select s.id from sessions s, step where s.user_id = ${userId} and s.is_half = step.is_half
      order by s.last_used desc, s.id desc offset ${sessionsPerPersonMax - 1}))),
  here as (update users set last_seen = now() from step where users.id = ${userId} and not step.is_half)`;

export const asOpened = (token: string, row: SessionRow): OpenedSession => ({
  token,
  session: asSession(row),
  isRemembered: row.is_remembered,
});

/**
 * The code was right: the half session becomes a whole one under a new token. Undefined when it is no more.
 */
export async function completeSession(tx: Tx, id: number, from: From): Promise<OpenedSession | undefined> {
  const { token, hash } = createToken();
  const row = await tx.row<SessionRow>(
    sql`with whole as (
            update sessions set token_hash = ${hash}, is_half = false, ip = ${from.ip}, last_used = now(), added = now(),
              expires = now() + make_interval(mins => case when is_remembered then ${minutesOf(false, true)}::int else ${minutesOf(false, false)}::int end)
            where id = ${id} and is_half and expires > now() returning id, user_id, expires, is_half, is_remembered),
          here as (update users set last_seen = now() from whole where users.id = whole.user_id)
          select * from whole`,
  );
  if (row) await endForgotten(tx, row.user_id);
  return row && { token, session: asSession(row), isRemembered: row.is_remembered };
}

async function endForgotten(tx: Tx, userId: number): Promise<void> {
  await tx.run(
    sql`delete from sessions where id = any (array(
          select id from sessions where user_id = ${userId} and not is_half order by last_used desc, id desc offset ${sessionsPerPersonMax}))`,
  );
}

/**
 * Gives a session a new token, as after a change of the password (SAFETY A15): whoever had read the old one is out. Undefined when the
 * session ended meanwhile.
 */
export async function renewSession(tx: Tx, id: number): Promise<OpenedSession | undefined> {
  const { token, hash } = createToken();
  const row = await tx.row<SessionRow>(
    sql`update sessions set token_hash = ${hash} where id = ${id} and expires > now() returning id, user_id, expires, is_half, is_remembered`,
  );
  return row && { token, session: asSession(row), isRemembered: row.is_remembered };
}

/** Stands in the statements for what is shown. */
const shown = Symbol('shown');

/** A session that lives, and its person with roles and privileges: one statement, because every request may ask it. */
const signedInBy = (isIt: Sql) => ({
  session: sql`select row_to_json(f) from (
      select s.id, s.user_id, s.expires, s.is_half, s.last_used < now() - interval '1 minute' as is_stale
      from sessions s where ${isIt} and s.expires > now()) f`,
  person: personJson(sql`(select s.user_id from sessions s where ${isIt} and s.expires > now())`),
});
const byToken = signedInBy(sql`s.token_hash = ${shown}::bytea`);
const byId = signedInBy(sql`s.id = ${shown}::bigint`);

type SignedInRow = {
  readonly session: { id: number; user_id: number; expires: string; is_half: boolean; is_stale: boolean } | null;
  readonly person: PersonRow | null;
};

/** Undefined when the token is unknown, ended or too old, or its person is gone. */
export async function findSignedIn(
  db: Database,
  by: { token: string } | { id: number },
): Promise<{ session: Session; person: Person } | undefined> {
  const [values, value] = 'token' in by ? [byToken, hashToken(by.token)] : [byId, by.id];
  const row = await db.readValues<SignedInRow>('system', values, (param) => (param === shown ? value : param));
  if (!row?.session || !row.person) return undefined;
  const { id, user_id, is_stale, is_half } = row.session;
  if (is_stale) await noteUse(db, id, user_id);
  const person = asPerson(user_id, row.person);
  return (
    person && { session: { id, userId: user_id, expires: new Date(row.session.expires), isHalf: is_half }, person }
  );
}

/** When it was last used is a hint to its owner: a database that crashes in this very moment may forget it. */
const noteUse = (db: Database, id: number, userId: number) =>
  db.write(
    'system',
    sql`with used as (update sessions set last_used = now() where id = ${id}) update users set last_seen = now() where id = ${userId}`,
    { isRepeatable: true },
  );

/** Whether it was not ended meanwhile. */
export const isOpen = async (tx: Tx, { id }: Session): Promise<boolean> =>
  (await tx.row(sql`select from sessions where id = ${id} and expires > now()`)) !== undefined;

export async function endSession(db: Database, id: number): Promise<void> {
  await db.transaction('system', (tx) => tx.run(sql`delete from sessions where id = ${id}`));
}

export async function signOut(db: Database, { id, userId }: Session): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(sql`delete from sessions where id = ${id}`);
    await recordAccountEvent(tx, { action: 'signed_out', userId });
  });
}

/**
 * Ends every session of a person but one (`null`: all of them), forgets the devices that were trusted with the second step,
 * and the secret of a two-factor that is only being set up, which they may have read: what a changed password or two-factor
 * means to whoever else had got in. The caller nudges 'sessions' afterwards.
 */
export async function endOtherSessions(tx: Tx, userId: number, exceptSessionId: number | null): Promise<number> {
  // Whoever is signing in in this moment comes before, and is ended below, or waits and finds the account as it is then.
  await tx.run(sql`update users set last_seen = last_seen where id = ${userId}`);
  await tx.run(sql`update devices set trusted_until = null where user_id = ${userId}`);
  await tx.run(sql`delete from two_factors where user_id = ${userId} and confirmed_at is null`);
  return tx.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${exceptSessionId}::bigint`);
}

const asSession = (row: SessionRow): Session => ({
  id: row.id,
  userId: row.user_id,
  expires: row.expires,
  isHalf: row.is_half,
});

const minutesOf = (isHalf: boolean, remember: boolean): number =>
  isHalf ? halfSessionMinutes : 60 * (remember ? sessionDays * 24 : sessionHoursWithoutRemember);
