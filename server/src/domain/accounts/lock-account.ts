import type { AccountAction } from '#contract/audit.ts';
import type { BrandKey } from '#platform/brands/brands.ts';
import type { Database, Tx } from '#platform/database.ts';
import { systemActor } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { type House, oweLetter, recordAccountEvent } from '../people/index.ts';
import { type Addressee, lockedLetter } from './security-letters.ts';
import { addressBlock, itWasWrong, lockMinutes, type Try } from './sign-in-failures.ts';

export const unlockLinkMinutes = 60;
/** Who tries from many places fills no inbox. */
const lettersPerDayMax = 5;

/**
 * A wrong password or code: it is written down, and with one too many the owner gets a letter that unlocks. Whoever waits for
 * the answer learns nothing from how long it takes: that there is an account is found out by `answerUnlockRequest` (SAFETY
 * A13). Nudge `recovery` after commit.
 */
export async function failTry(tx: Tx, attempt: Try, as: AccountAction, house: House): Promise<void> {
  const { isAccountLockedNow, isAddressLockedNow } = await itWasWrong(tx, attempt);
  const { email, address } = attempt;
  const user = await tx.row<{ id: number }>(sql`select id from users where lower(email) = ${email} and is_deleted = 0`);
  const detail = { email, address };
  await recordAccountEvent(tx, { action: as, userId: user?.id ?? null, by: systemActor, detail });
  if (isAddressLockedNow)
    await recordAccountEvent(tx, { action: 'address_locked', userId: null, by: systemActor, detail });
  if (!isAccountLockedNow) return;
  await recordAccountEvent(tx, { action: 'locked', userId: user?.id ?? null, by: systemActor, detail });
  await tx.run(
    sql`insert into unlock_requests (email, address, brand) values (${email}, ${address}, ${house.brand.key})`,
  );
}

/** Answers one lock by a letter, if it is somebody's account. False when there was none to answer. */
export async function answerUnlockRequest(db: Database, houseOf: (brand: BrandKey) => House): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const asked = await tx.row<{ email: string; address: string; brand: BrandKey }>(
      sql`delete from unlock_requests where id = (select id from unlock_requests order by id limit 1 for update skip locked) returning email, address, brand`,
    );
    if (!asked) return false;
    const user = await tx.row<Addressee & { id: number }>(
      sql`select id, name, email, language from users where lower(email) = ${asked.email} and is_deleted = 0 for update`,
    );
    if (user) await oweUnlockLink(tx, user, asked.address, houseOf(asked.brand));
    return true;
  });
}

async function oweUnlockLink(tx: Tx, user: Addressee & { id: number }, ip: string, house: House): Promise<void> {
  const { token, hash } = createToken();
  const isOwed = await tx.run(
    sql`insert into unlock_links (key_hash, user_id, expires)
        select ${hash}, ${user.id}, now() + make_interval(mins => ${unlockLinkMinutes})
        where (select count(*) from unlock_links where user_id = ${user.id} and added > now() - interval '1 day') < ${lettersPerDayMax}`,
  );
  if (isOwed === 0) return;
  const letter = lockedLetter(user, { ip, key: token, minutes: lockMinutes }, house);
  await oweLetter(tx, { ...letter, linkMinutes: unlockLinkMinutes }, house);
}

/** The letter's key unlocks the account from everywhere. It is used once; said again in its hour it is no failure. */
export async function unlockByLink(db: Database, key: string): Promise<void> {
  await db.transaction('system', async (tx) => {
    const link = await tx.row<{ user_id: number; was_used: boolean }>(
      sql`with found as (select key_hash, used from unlock_links where key_hash = ${hashToken(key)} and expires > now() for update)
          update unlock_links l set used = coalesce(l.used, now()) from found where l.key_hash = found.key_hash
          returning l.user_id, found.used is not null as was_used`,
    );
    if (!link) throw new Problem('unlock_expired', { field: 'data.key' });
    if (link.was_used) return;
    await tx.run(
      sql`delete from sign_in_failures where email = (select lower(email) from users where id = ${link.user_id})`,
    );
    await recordAccountEvent(tx, { action: 'unlocked', userId: link.user_id });
  });
}

export type Locked = { ip: string; email: string | null; failures: number; locked_until: string };

/** What is locked now, the newest first; for operators. */
export async function listLocked(db: Database): Promise<Locked[]> {
  return db.read<Locked>(
    'system',
    sql`select address as ip, nullif(email, '') as email, failures, to_char(locked_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as locked_until
        from sign_in_failures where locked_until > now() order by sign_in_failures.locked_until desc limit 500`,
  );
}

/** Forgets every failure from these addresses. Answers how many locks that opened. */
export async function unlockAddresses(db: Database, ips: readonly string[], operatorId: number): Promise<number> {
  const addresses = ips.map((ip) => (ip.endsWith('/64') ? ip : addressBlock(ip)));
  return db.transaction('system', async (tx) => {
    const gone = await tx.rows<{ address: string; email: string; was_locked: boolean }>(
      sql`delete from sign_in_failures where address = any (${addresses}::text[]) returning address, email, coalesce(locked_until > now(), false) as was_locked`,
    );
    const locks = gone.filter((one) => one.was_locked);
    for (const address of new Set(locks.map((one) => one.address))) {
      const by = { kind: 'user', id: operatorId } as const;
      await recordAccountEvent(tx, { action: 'address_unlocked', userId: null, by, detail: { address } });
    }
    return locks.length;
  });
}
