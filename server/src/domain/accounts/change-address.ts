import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { asLetter, type House, type Language, oweLetter, recordAccountEvent } from '../people/index.ts';
import { revokeTokens } from './api-tokens.ts';
import { askPasswordAgain } from './ask-password-again.ts';
import { voidLinks } from './end-sign-ins.ts';
import { hashPassword } from './passwords.ts';
import { oweReset } from './recover-password.ts';
import { addressChangedLetter, undoHours } from './recovery-letters.ts';
import { oweNewAddressConfirmation } from './send-confirmation.ts';
import { endOtherSessions } from './sessions.ts';

/**
 * Somebody with a confirmed address wants another one, and says the password. The account keeps its address until the
 * letter to the new one is answered.
 */
export async function askNewAddress(
  db: Database,
  userId: number,
  the: { email: string; password: string; ip: string },
  house: House,
): Promise<void> {
  await askPasswordAgain(db, userId, the.password, { ip: the.ip, field: 'data.password', house });
  await db.transaction('system', async (tx) => {
    const me = await tx.row<{ email: string; language: Language; is_taken: boolean }>(
      sql`select email, language,
            exists (select from users o where lower(o.email) = lower(${the.email}) and (o.id = u.id or o.email_confirmed_at is not null)) as is_taken
          from users u where id = ${userId} and email_confirmed_at is not null for update`,
    );
    if (!me) throw new Problem('not_in_this_state');
    if (me.is_taken) throw new Problem('email_taken', { field: 'data.email' });
    await oweNewAddressConfirmation(tx, { id: userId, email: the.email, language: me.language }, house);
  });
}

/** The letter to the new address was answered: it is the account's from now on, and the old one hears of it. */
export async function moveAddress(tx: Tx, userId: number, email: string, house: House): Promise<void> {
  const was = await tx.row<{ name: string; email: string; language: Language }>(
    sql`select name, email, language from users where id = ${userId} and email_confirmed_at is not null for update`,
  );
  if (!was) throw new Problem('confirmation_expired', { field: 'data.key' });
  await freeOfUnconfirmed(tx, email);
  await tx.run(sql`update users set email = ${email}, updated = now() where id = ${userId}`);
  await tx.run(sql`update password_resets set expires = now() where user_id = ${userId} and used is null`);

  const { token, hash } = createToken();
  await tx.run(
    sql`insert into address_undos (key_hash, user_id, email, expires) values (${hash}, ${userId}, ${was.email}, now() + make_interval(hours => ${undoHours}))`,
  );
  const url = `${house.publicUrl}/v1/take-address-back/${token}`;
  const words = addressChangedLetter(was.language, house.brand.name, email, url);
  await oweLetter(tx, asLetter(house.brand, { name: was.name, address: was.email }, words), house);
  await tellAddress(tx, userId, was.email, email);
}

/** The old address of an account, if the key of its letter can still take it back. */
export async function readUndo(db: Database, key: string): Promise<{ email: string }> {
  const [it] = await db.read<{ email: string }>(
    'system',
    sql`select email from address_undos where key_hash = ${hashToken(key)} and used is null and expires > now()`,
  );
  if (!it) throw new Problem('undo_expired', { field: 'data.key' });
  return it;
}

/**
 * 'This was not me': the account returns to its old address. Whoever changed it knew the password, so that is void now,
 * everybody is signed out, whom they had providers vouch for is not let in any more, a second step that they turned on is off, and
 * a letter to the old address leads to a new password.
 */
export async function takeAddressBack(db: Database, key: string, house: House): Promise<{ email: string }> {
  const nobodysPassword = await hashPassword(crypto.randomUUID());
  try {
    return await db.transaction('system', async (tx) => {
      const it = await tx.row<{ user_id: number; email: string; added: Date }>(
        sql`update address_undos set used = now() where key_hash = ${hashToken(key)} and used is null and expires > now() returning user_id, email, added`,
      );
      if (!it) throw new Problem('undo_expired', { field: 'data.key' });
      const { user_id: id, email } = it;
      const was = await tx.row<{ name: string; email: string; language: Language }>(
        sql`select name, email, language from users where id = ${id} for update`,
      );
      if (!was) throw new Problem('undo_expired', { field: 'data.key' });
      // What was changed later still, was changed by the same stranger.
      await tx.run(
        sql`update address_undos set expires = now() where user_id = ${id} and used is null and added >= ${it.added}`,
      );
      await tx.run(sql`delete from sso_identities where user_id = ${id} and added >= ${it.added}`);
      const gone = await tx.rows<{ was_on: boolean }>(
        sql`delete from two_factors where user_id = ${id} and (confirmed_at is null or confirmed_at >= ${it.added}) returning confirmed_at is not null as was_on`,
      );
      if (gone.some((one) => one.was_on)) await recordAccountEvent(tx, { action: 'two_factor_off', userId: id });
      await freeOfUnconfirmed(tx, email);
      await tx.run(
        sql`update users set email = ${email}, password_hash = ${nobodysPassword}, has_password = false, updated = now() where id = ${id}`,
      );
      await endOtherSessions(tx, id, null);
      await voidLinks(tx, id);
      await revokeTokens(tx, id);
      await oweReset(tx, { id, email, name: was.name, language: was.language }, house);
      await tellAddress(tx, id, was.email, email);
      return { email };
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { cause: error });
    throw error;
  }
}

/** An account that nobody confirmed has no right to an address that somebody has just proved to be theirs. */
const freeOfUnconfirmed = (tx: Tx, email: string): Promise<unknown> =>
  tx.run(
    sql`update users set email = 'nobody-' || id || '@parley.invalid', updated = now()
        where lower(email) = lower(${email}) and email_confirmed_at is null`,
  );

async function tellAddress(tx: Tx, id: number, before: string, after: string): Promise<void> {
  await recordAccountEvent(tx, { action: 'email_changed', userId: id, detail: { before, after } });
  await recordEvents(tx, [
    { companyId: null, userId: id, entity: 'users', action: 'updated', entityId: id, actor: { kind: 'user', id } },
  ]);
}
