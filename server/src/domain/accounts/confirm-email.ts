import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { askPasswordAgain } from './ask-password-again.ts';
import { moveAddress } from './change-address.ts';
import { disinheritStranger } from './end-sign-ins.ts';
import { hashNewPassword } from './new-password.ts';

type Confirmation = {
  user_id: number;
  name: string;
  /** The address that is to be confirmed. */
  email: string;
  /** It is that of a new account, not a new one of an account that has a confirmed address. */
  is_first: boolean;
  is_open: boolean;
  is_done: boolean;
};

/** What a key can do: for the page that its letter leads to. `userId` is who is signed in there. */
export async function readConfirmation(
  db: Database,
  key: string,
  userId: number | undefined,
): Promise<{ email: string; isMine: boolean; isFirst: boolean; isDone: boolean }> {
  const it = await find(db, key);
  return { email: it.email, isMine: it.user_id === userId, isFirst: it.is_first, isDone: it.is_done };
}

/**
 * Confirms the address whose key this is, for somebody who also is the account's: by being signed in to it (`by.userId`)
 * or by knowing its password. The key alone proves the address, not that its owner made the account (SAFETY A20).
 * `house` writes to the address that is left, if one is.
 */
export async function confirmEmail(
  db: Database,
  key: string,
  by: { userId: number | undefined; password: string | undefined; ip: string },
  house: House,
): Promise<{ email: string }> {
  const it = await find(db, key);
  // The same link followed twice is no failure.
  if (it.is_done) return { email: it.email };
  if (it.user_id !== by.userId) {
    if (by.password === undefined) throw new Problem('required', { field: 'data.password' });
    await askPasswordAgain(db, it.user_id, by.password, { ip: by.ip, field: 'data.password', house });
  }
  const won = await spendKey(db, key, async (tx) => {
    if (it.is_first) await confirmFirst(tx, it);
    else await moveAddress(tx, it.user_id, it.email, house);
  });
  if (!won && !(await find(db, key)).is_done) throw new Problem('confirmation_expired', { field: 'data.key' });
  return { email: it.email };
}

/**
 * Whoever has the letter but did not make the account makes it theirs: the address is confirmed with a password of their
 * own, and whatever a stranger had put there is void (SAFETY A20). For new accounts alone.
 */
export async function claimAccount(db: Database, key: string, password: string): Promise<{ email: string }> {
  const it = await find(db, key);
  if (!it.is_open || !it.is_first) throw new Problem('confirmation_expired', { field: 'data.key' });
  const passwordHash = await hashNewPassword(password, { facts: [it.name, it.email], field: 'data.password' });
  const won = await spendKey(db, key, async (tx) => {
    await disinheritStranger(tx, it.user_id);
    await tx.run(sql`update users set password_hash = ${passwordHash}, has_password = true where id = ${it.user_id}`);
    await confirmFirst(tx, it);
    await recordAccountEvent(tx, { action: 'password_changed', userId: it.user_id, detail: { how: 'claimed' } });
  });
  if (!won) throw new Problem('confirmation_expired', { field: 'data.key' });
  return { email: it.email };
}

async function find(db: Database, key: string): Promise<Confirmation> {
  const [it] = await db.read<Confirmation>(
    'system',
    sql`select c.user_id, u.name, c.email, u.email_confirmed_at is null and lower(u.email) = lower(c.email) as is_first,
          c.used is null and c.expires > now() as is_open,
          c.used is not null and c.expires > now() and u.email_confirmed_at is not null and lower(u.email) = lower(c.email) as is_done
        from email_confirmations c join users u on u.id = c.user_id and u.is_deleted = 0 where c.key_hash = ${hashToken(key)}`,
  );
  if (!it || !(it.is_open || it.is_done)) throw new Problem('confirmation_expired', { field: 'data.key' });
  return it;
}

/** Does `work` with the key if nobody else has used it meanwhile; answers whether. */
async function spendKey(db: Database, key: string, work: (tx: Tx) => Promise<void>): Promise<boolean> {
  try {
    return await db.transaction('system', async (tx) => {
      const used = await tx.row(
        sql`update email_confirmations set used = now() where key_hash = ${hashToken(key)} and used is null and expires > now() returning user_id`,
      );
      if (!used) return false;
      await work(tx);
      return true;
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { cause: error });
    throw error;
  }
}

/** Confirms the address of an account, if that is still to be done, for who has proved both in another way. */
export async function confirmProven(tx: Tx, userId: number, email: string): Promise<void> {
  const open = await tx.row(sql`select 1 from users where id = ${userId} and email_confirmed_at is null`);
  if (open) await confirmFirst(tx, { user_id: userId, email });
}

async function confirmFirst(tx: Tx, { user_id: id, email }: Pick<Confirmation, 'user_id' | 'email'>): Promise<void> {
  const confirmed = await tx.row(
    sql`update users set email_confirmed_at = now(), updated = now()
        where id = ${id} and lower(email) = lower(${email}) and email_confirmed_at is null returning id`,
  );
  // The address was corrected while this key was on its way in.
  if (!confirmed) throw new Problem('confirmation_expired', { field: 'data.key' });
  await recordAccountEvent(tx, { action: 'email_confirmed', userId: id, detail: { email } });
  await recordEvents(tx, [
    {
      companyId: null,
      userId: id,
      entity: 'users',
      action: 'updated',
      entityId: id,
      actor: { kind: 'user', id },
      params: { email_confirmed: true },
    },
  ]);
}
