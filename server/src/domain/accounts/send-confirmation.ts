import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { createToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { asLetter, type House, type Language, oweLetter } from '../people/index.ts';
import { confirmationLetter, confirmationMinutes, newAddressLetter } from './confirmation-letter.ts';

export const confirmationPauseSeconds = 60;
/** However often the address is changed: nobody mails strangers through us. */
const lettersPerHourMax = 8;

type Unconfirmed = { id: number; email: string; language: Language };

/** Sends the letter again, unless the last one is too young. Answers how many seconds must pass before the next. */
export async function sendConfirmationAgain(
  db: Database,
  userId: number,
  house: House,
): Promise<{ isSent: boolean; seconds: number }> {
  return db.transaction('system', async (tx) => {
    const user = await lockUnconfirmed(tx, userId);
    if (!user) return { isSent: false, seconds: 0 };
    if (user.waits > 0) return { isSent: false, seconds: user.waits };
    await oweConfirmation(tx, user, house);
    return { isSent: true, seconds: confirmationPauseSeconds };
  });
}

/** Corrects the address of an account that is not confirmed yet, and sends the letter there. The earlier letter is void. */
export async function changeUnconfirmedAddress(
  db: Database,
  userId: number,
  email: string,
  house: House,
): Promise<number> {
  try {
    return await db.transaction('system', async (tx) => {
      const user = await lockUnconfirmed(tx, userId);
      if (!user) throw new Problem('not_in_this_state');
      await tx.run(sql`update users set email = ${email}, updated = now() where id = ${userId}`);
      await oweConfirmation(tx, { ...user, email }, house);
      return confirmationPauseSeconds;
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { field: 'data.email', cause: error });
    throw error;
  }
}

/** Owes the letter that confirms the address of a new account. Letters before it are void. */
export const oweConfirmation = (tx: Tx, user: Unconfirmed, house: House): Promise<void> =>
  oweKey(tx, user, house, confirmationLetter);

/** Owes the letter that confirms a new address of an account that has one. */
export const oweNewAddressConfirmation = (tx: Tx, user: Unconfirmed, house: House): Promise<void> =>
  oweKey(tx, user, house, newAddressLetter);

async function oweKey(tx: Tx, user: Unconfirmed, house: House, wording: typeof confirmationLetter): Promise<void> {
  const { token, hash } = createToken();
  await tx.run(sql`update email_confirmations set expires = now() where user_id = ${user.id} and used is null`);
  const lately = await tx.row<{ letters: number }>(
    sql`select count(*)::int as letters from email_confirmations where user_id = ${user.id} and added > now() - interval '1 hour'`,
  );
  if ((lately?.letters ?? 0) >= lettersPerHourMax)
    throw new Problem('too_many_requests', { values: { seconds: 3600 } });
  await tx.run(
    sql`insert into email_confirmations (key_hash, user_id, email, expires) values (${hash}, ${user.id}, ${user.email}, now() + make_interval(mins => ${confirmationMinutes}))`,
  );
  const words = wording(user.language, house.brand.name, `${house.publicUrl}/v1/email-confirmation-success/${token}`);
  const letter = asLetter(house.brand, { name: '', address: user.email }, words);
  await oweLetter(tx, { ...letter, linkMinutes: confirmationMinutes }, house);
}

/** The account with the seconds until its next letter; undefined when its address is confirmed. */
const lockUnconfirmed = (tx: Tx, userId: number): Promise<(Unconfirmed & { waits: number }) | undefined> =>
  tx.row(
    sql`select id, email, language,
          coalesce((select ${confirmationPauseSeconds} - extract(epoch from now() - max(added))::int from email_confirmations where user_id = users.id), 0) as waits
        from users where id = ${userId} and email_confirmed_at is null for update`,
  );
