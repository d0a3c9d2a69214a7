import type { BrandKey } from '#platform/brands/brands.ts';
import type { Database, Tx } from '#platform/database.ts';
import { actingFrom, currentOrigin } from '#platform/origin.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { asLetter, type House, type Language, oweLetter, recordAccountEvent } from '../people/index.ts';
import { revokeTokens } from './api-tokens.ts';
import { disinheritStranger, voidLinks } from './end-sign-ins.ts';
import { hashNewPassword, readAboutPassword, replacePassword } from './new-password.ts';
import { passwordChangedLetter, resetLetter, resetMinutes } from './recovery-letters.ts';
import { endOtherSessions } from './sessions.ts';

const lettersPerHourMax = 5;
const lettersPauseSeconds = 60;
const userAgentMax = 300;

/**
 * Somebody forgot the password of this address, or says so. Only that is written down, for every address alike: whether
 * there is an account is for `answerRecoveryRequest`, which nobody waits for (SAFETY A13). Nudge `recovery` after commit.
 */
export async function forgetPassword(
  db: Database,
  the: { email: string; language: Language; brand: BrandKey },
): Promise<void> {
  const from = currentOrigin();
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into recovery_requests (email, language, brand, ip, user_agent)
          values (${the.email}, ${the.language}, ${the.brand}, ${from?.ip ?? null}, ${from?.userAgent.slice(0, userAgentMax) ?? null})`,
    ),
  );
}

/** Throws `email_unknown` where nobody has an account under this address. */
export async function requireAccount(db: Database, email: string): Promise<void> {
  const found = await db.read('system', sql`select from users where lower(email) = lower(${email}) and is_deleted = 0`);
  if (found.length === 0) throw new Problem('email_unknown', { field: 'data.email' });
}

type Asked = { email: string; language: Language; brand: BrandKey; ip: string | null; user_agent: string | null };

/** Answers one request by a letter, if it is about an account. False when there was none to answer. */
export async function answerRecoveryRequest(db: Database, houseOf: (brand: BrandKey) => House): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const asked = await tx.row<Asked>(
      sql`delete from recovery_requests where id = (select id from recovery_requests order by id limit 1 for update skip locked) returning email, language, brand, ip, user_agent`,
    );
    if (!asked) return false;
    const user = await tx.row<{
      id: number;
      name: string;
      email: string;
      is_confirmed: boolean;
      lately: number;
      just_now: boolean;
    }>(
      sql`select id, name, email, email_confirmed_at is not null as is_confirmed,
            (select count(*)::int from password_resets r where r.user_id = u.id and r.added > now() - interval '1 hour') as lately,
            exists (select from password_resets r where r.user_id = u.id and r.added > now() - make_interval(secs => ${lettersPauseSeconds})) as just_now
          from users u where lower(email) = lower(${asked.email}) and is_deleted = 0 for update`,
    );
    if (!user || user.just_now || user.lately >= lettersPerHourMax) return true;
    // The name of an account that nobody confirmed may be a stranger's words.
    const name = user.is_confirmed ? user.name : '';
    await oweReset(tx, { id: user.id, email: user.email, name, language: asked.language }, houseOf(asked.brand));
    await actingFrom({ ip: asked.ip ?? '', userAgent: asked.user_agent ?? '' }, () =>
      recordAccountEvent(tx, { action: 'password_forgotten', userId: user.id }),
    );
    return true;
  });
}

/** Owes the letter with which a new password is chosen. Letters before it are void. */
export async function oweReset(
  tx: Tx,
  user: { id: number; email: string; name: string; language: Language },
  house: House,
): Promise<void> {
  const { token, hash } = createToken();
  await tx.run(sql`update password_resets set expires = now() where user_id = ${user.id} and used is null`);
  await tx.run(
    sql`insert into password_resets (token_hash, user_id, email, expires) values (${hash}, ${user.id}, ${user.email}, now() + make_interval(mins => ${resetMinutes}))`,
  );
  const words = resetLetter(user.language, house.brand.name, `${house.publicUrl}/v1/restore/${token}`);
  const letter = asLetter(house.brand, { name: user.name, address: user.email }, words);
  await oweLetter(tx, { ...letter, linkMinutes: resetMinutes }, house);
}

type Reset = { user_id: number; name: string; email: string; language: Language; is_confirmed: boolean };

/** Whose password a token can change. */
export async function readReset(db: Database, token: string): Promise<Reset> {
  const [it] = await db.read<Reset>(
    'system',
    sql`select r.user_id, u.name, u.email, u.language, u.email_confirmed_at is not null as is_confirmed
        from password_resets r join users u on u.id = r.user_id and u.is_deleted = 0 and lower(u.email) = lower(r.email)
        where r.token_hash = ${hashToken(token)} and r.used is null and r.expires > now()`,
  );
  if (!it) throw new Problem('reset_expired', { field: 'data.token' });
  return it;
}

/**
 * Sets the password that was forgotten. Everybody is signed out, API tokens are revoked, and nobody is signed in: the
 * second step stays owed where there is one (SAFETY A16). The letter also proves the address, so one that was not confirmed is now, without anything
 * that a stranger may have put into the account (SAFETY A20). Nudge `sessions`, `events` and `outbox` after commit.
 */
export async function resetPassword(
  db: Database,
  the: { token: string; password: string },
  house: House,
): Promise<{ email: string }> {
  const it = await readReset(db, the.token);
  const about = await readAboutPassword(db, it.user_id);
  const passwordHash = await hashNewPassword(the.password, { ...about, field: 'data.password' });
  await db.transaction('system', async (tx) => {
    const won = await tx.row(
      sql`update password_resets set used = now() where token_hash = ${hashToken(the.token)} and used is null and expires > now() returning user_id`,
    );
    if (!won) throw new Problem('reset_expired', { field: 'data.token' });
    let revoked = 0;
    if (it.is_confirmed) {
      await replacePassword(tx, it.user_id, passwordHash);
      await endOtherSessions(tx, it.user_id, null);
      await voidLinks(tx, it.user_id);
      revoked = await revokeTokens(tx, it.user_id);
    } else {
      await disinheritStranger(tx, it.user_id);
      await tx.run(
        sql`update users set password_hash = ${passwordHash}, has_password = true, email_confirmed_at = coalesce(email_confirmed_at, now()), updated = now() where id = ${it.user_id}`,
      );
      await recordAccountEvent(tx, { action: 'email_confirmed', userId: it.user_id, detail: { email: it.email } });
    }
    await forgiveFailures(tx, it.email);
    await recordAccountEvent(tx, { action: 'password_changed', userId: it.user_id, detail: { how: 'recovered' } });
    const words = passwordChangedLetter(it.language, house, { revoked });
    await oweLetter(
      tx,
      asLetter(house.brand, { name: it.is_confirmed ? it.name : '', address: it.email }, words),
      house,
    );
  });
  return { email: it.email };
}

/** Whoever proved the address is let in, however often others tried to guess (SAFETY A12). */
const forgiveFailures = (tx: Tx, email: string): Promise<unknown> =>
  tx.run(sql`delete from sign_in_failures where email = lower(${email})`);
