import { generateSecret, generateURI } from 'otplib';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type House, oweLetter, recordAccountEvent } from '../people/index.ts';
import { failTry } from './lock-account.ts';
import { type Addressee, twoFactorOffLetter, twoFactorOnLetter } from './security-letters.ts';
import { endOtherSessions, type From, type OpenedSession, renewSession, type Session } from './sessions.ts';
import { countingTries, itWasRight } from './sign-in-failures.ts';
import { openSecret, sealSecret, takeCode, writeRecoveryCodes } from './two-factor-codes.ts';

type Needs = { db: Database; secrets: Secrets; from: From; house: House };
type Owner = Pick<Session, 'id' | 'userId'>;

/** A page that is loaded again while the picture is being taken shows the same picture. */
const setUpMinutes = 30;

/** Begins to set two-factor up. It is off until a first code has proved that the authenticator has the secret. */
export async function beginTwoFactor(
  { db, secrets, house }: Needs,
  userId: number,
): Promise<{ secret: string; uri: string }> {
  return db.transaction('system', async (tx) => {
    const fresh = generateSecret();
    const row = await tx.row<{ sealed_secret: string; email: string }>(
      sql`insert into two_factors as f (user_id, sealed_secret) values (${userId}, ${sealSecret(secrets, userId, fresh)})
          on conflict (user_id) do update set
            sealed_secret = case when f.added < now() - make_interval(mins => ${setUpMinutes}) then excluded.sealed_secret else f.sealed_secret end,
            added = case when f.added < now() - make_interval(mins => ${setUpMinutes}) then now() else f.added end
          where f.confirmed_at is null
          returning sealed_secret, (select email from users where id = f.user_id) as email`,
    );
    if (!row) throw new Problem('not_in_this_state');
    const secret = openSecret(secrets, userId, row.sealed_secret);
    return { secret, uri: generateURI({ issuer: house.brand.name, label: row.email, secret }) };
  });
}

/** Turns it on with a first code: every other session ends, this one goes on under a new token, and the owner is told by letter. */
export async function confirmTwoFactor(
  needs: Needs,
  owner: Owner,
  code: string,
): Promise<{ recoveryCodes: string[]; session: OpenedSession }> {
  return withCode(needs, owner, code, { isOn: false }, async (tx) => {
    await tx.run(sql`update two_factors set confirmed_at = now() where user_id = ${owner.userId}`);
    const recoveryCodes = await writeRecoveryCodes(tx, needs.secrets, owner.userId);
    await recordAccountEvent(tx, { action: 'two_factor_on', userId: owner.userId });
    const to = await addresseeOf(tx, owner.userId);
    if (to) await oweLetter(tx, twoFactorOnLetter(to, needs.house), needs.house);
    return { recoveryCodes, session: await startOver(tx, owner) };
  });
}

/** Turns it off: every other session ends, no device is trusted any more, and the owner is told by letter. */
export async function disableTwoFactor(needs: Needs, owner: Owner, code: string): Promise<OpenedSession> {
  return withCode(needs, owner, code, { isOn: true }, async (tx) => {
    await tx.run(sql`delete from two_factors where user_id = ${owner.userId}`);
    await recordAccountEvent(tx, { action: 'two_factor_off', userId: owner.userId });
    const to = await addresseeOf(tx, owner.userId);
    if (to) await oweLetter(tx, twoFactorOffLetter(to, { by: 'self' }, needs.house), needs.house);
    return startOver(tx, owner);
  });
}

export async function makeRecoveryCodes(needs: Needs, owner: Owner, code: string): Promise<string[]> {
  return withCode(needs, owner, code, { isOn: true }, async (tx) => {
    await recordAccountEvent(tx, { action: 'recovery_codes_made', userId: owner.userId });
    return writeRecoveryCodes(tx, needs.secrets, owner.userId);
  });
}

/**
 * Does `then` where the code is right. A wrong one counts toward the lock like a wrong password, and is answered with
 * `google2fa_code_wrong`; `not_in_this_state` where two-factor is not (or not yet) on.
 */
export async function withCode<T>(
  { db, secrets, from, house }: Needs,
  owner: Owner,
  code: string,
  the: { isOn: boolean },
  then: (tx: Tx) => Promise<T>,
): Promise<T> {
  const [state] = await db.read<{ email: string; is_on: boolean }>(
    'system',
    sql`select email, confirmed_at is not null as is_on from users join two_factors on user_id = id where id = ${owner.userId}`,
  );
  if (state?.is_on !== the.isOn) throw new Problem('not_in_this_state');
  const done = await countingTries(db, { email: state.email, ip: from.ip }, (attempt) =>
    db.transaction('system', async (tx) => {
      const taken = await takeCode(tx, secrets, owner.userId, code);
      if (!taken) {
        await failTry(tx, attempt, 'second_step_failed', house);
        return undefined;
      }
      if (taken === 'recovery') await recordAccountEvent(tx, { action: 'recovery_code_used', userId: owner.userId });
      await itWasRight(tx, attempt, { andAllIsWell: true });
      return { value: await then(tx) };
    }),
  );
  if (!done) throw new Problem('google2fa_code_wrong', { field: 'data.code' });
  return done.value;
}

/** Nobody else stays in, and whoever had read this session's token is out as well. */
async function startOver(tx: Tx, { id, userId }: Owner): Promise<OpenedSession> {
  await endOtherSessions(tx, userId, id);
  const renewed = await renewSession(tx, id);
  if (!renewed) throw new Problem('unauthorized');
  return renewed;
}

export const addresseeOf = (tx: Tx, userId: number): Promise<Addressee | undefined> =>
  tx.row<Addressee>(sql`select name, email, language from users where id = ${userId} and is_deleted = 0`);
