import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from './account-events.ts';
import { confirmationLetter } from './confirmation-letter.ts';
import { noteDevice } from './devices.ts';
import { type House, oweLetter } from './owe-letter.ts';
import { hashPassword } from './passwords.ts';
import { type From, type OpenedSession, openSession } from './sessions.ts';

export const confirmationHours = 24;
export const confirmationPauseSeconds = 60;

export type Registration = { name: string; email: string; password: string; language: 'en' | 'ua' };

/** Creates the account, owes the confirmation letter and signs the person in: one fact. Refuses a taken address. */
export async function registerPerson(
  db: Database,
  the: Registration,
  from: From,
  house: House,
): Promise<OpenedSession> {
  const passwordHash = await hashPassword(the.password);
  try {
    return await db.transaction('system', async (tx) => {
      await dropUnconfirmed(tx, the.email);
      const user = await tx.row<{ id: number }>(
        sql`insert into users (name, email, password_hash, language) values (${the.name}, ${the.email}, ${passwordHash}, ${the.language}) returning id`,
      );
      if (!user) throw new Error('insert answered no row');
      await oweConfirmation(tx, { id: user.id, ...the }, house);
      await recordAccountEvent(tx, { action: 'registered', userId: user.id });
      await noteDevice(tx, user.id, from, house);
      return openSession(tx, user.id, from, true);
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { field: 'data.email_confirmation', cause: error });
    throw error;
  }
}

/**
 * An address that somebody typed and nobody confirmed within a day blocks nobody: its account makes way, together with
 * the password and sessions of whoever typed it (SAFETY A20).
 */
async function dropUnconfirmed(tx: Tx, email: string) {
  const stale = sql`select id from users where lower(email) = lower(${email}) and email_confirmed_at is null and added < now() - make_interval(hours => ${confirmationHours})
      and not exists (select from roles where user_id = users.id)`;
  await tx.run(sql`delete from sessions where user_id in (${stale})`);
  await tx.run(sql`delete from email_confirmations where user_id in (${stale})`);
  await tx.run(sql`delete from users where id in (${stale})`);
}

/** Sends the letter again. Answers how many seconds must pass before the next. */
export async function sendConfirmationAgain(db: Database, userId: number, house: House): Promise<number> {
  return db.transaction('system', async (tx) => {
    const user = await tx.row<{
      id: number;
      name: string;
      email: string;
      language: 'en' | 'ua';
      email_confirmed_at: Date | null;
      waits: number;
    }>(
      sql`select id, name, email, language, email_confirmed_at,
            coalesce((select ${confirmationPauseSeconds} - extract(epoch from now() - max(added))::int from email_confirmations where user_id = users.id), 0) as waits
          from users where id = ${userId} for update`,
    );
    if (!user || user.email_confirmed_at) return 0;
    if (user.waits > 0) return user.waits;
    await oweConfirmation(tx, user, house);
    return confirmationPauseSeconds;
  });
}

/** Confirms the address whose key this is. Keys are used once and live a day. */
export async function confirmEmail(db: Database, key: string): Promise<{ email: string; userId: number }> {
  return db.transaction('system', async (tx) => {
    const used = await tx.row<{ user_id: number; email: string }>(
      sql`update email_confirmations set used = now() where key_hash = ${hashToken(key)} and used is null and expires > now() returning user_id, email`,
    );
    if (!used) {
      // The same link opened twice, in a mail preview and by the person, is no failure.
      const again = await tx.row<{ user_id: number; email: string }>(
        sql`select c.user_id, c.email from email_confirmations c join users u on u.id = c.user_id and lower(u.email) = lower(c.email)
            where c.key_hash = ${hashToken(key)} and c.used > now() - make_interval(hours => ${confirmationHours}) and u.email_confirmed_at is not null`,
      );
      if (again) return { email: again.email, userId: again.user_id };
      throw new Problem('confirmation_expired', { field: 'data.key' });
    }
    await tx.run(
      sql`update users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated = now() where id = ${used.user_id}`,
    );
    await tx.run(
      sql`insert into events (user_id, entity, action, entity_id, actor_kind, actor_id, params)
          values (${used.user_id}, 'users', 'updated', ${used.user_id}, 'user', ${used.user_id}, ${JSON.stringify({ id: used.user_id, email_confirmed: true })}::jsonb)`,
    );
    return { email: used.email, userId: used.user_id };
  });
}

async function oweConfirmation(
  tx: Tx,
  user: { id: number; name: string; email: string; language: 'en' | 'ua' },
  { publicUrl, brand }: House,
) {
  const { token, hash } = createToken();
  await tx.run(sql`update email_confirmations set expires = now() where user_id = ${user.id} and used is null`);
  await tx.run(
    sql`insert into email_confirmations (key_hash, user_id, email, expires) values (${hash}, ${user.id}, ${user.email}, now() + make_interval(hours => ${confirmationHours}))`,
  );
  await oweLetter(tx, confirmationLetter(user, `${publicUrl}/v1/email-confirmation-success/${token}`, brand));
}
