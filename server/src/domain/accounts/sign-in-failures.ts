import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { codeOf, type Database, notSo, type Query, requiringSql, type Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { createSlots } from '#platform/slots.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** By account and address together, so that a stranger elsewhere locks nobody out; and by address over all accounts. */
export const failuresMax = { account: 5, address: 20 } as const;
export const lockMinutes = 30;
const windowMinutes = 30;

/** Several tries at once may use up what is left before one of them is decided. */
const undecidedPauseMilliseconds = 50;
const undecidedPausesMax = 40;

/** A try at a password or a code. It counts as failed from its beginning until `itWasRight` says otherwise. */
export type Try = { readonly email: string; readonly address: string };

/**
 * So few at once in this process that right passwords, however many at once, never use up what wrong ones may; and more
 * than are hashed, so that no core waits for the database.
 */
const tries = createSlots(failuresMax.account - 1);

/**
 * Does `work`, which is a try at a password or a code, or throws `account_locked` with the seconds that are left. However
 * many begin at once, in however many processes, no more of them get to try than are left before the lock (SAFETY A11,
 * A17). `work` says how it ended, by `itWasRight` or `failTry`. What it needs to know first is one row that is read by the
 * way; its values arrive as JSON.
 */
export const countingTries = <T, R extends object = never>(
  db: Database,
  the: { email: string; ip: string },
  work: (attempt: Try, read: R | undefined) => Promise<T>,
  byTheWay = sql`select where false`,
): Promise<T> =>
  tries.use(async () => {
    const { attempt, read } = await beginTry<R>(db, the, byTheWay);
    return work(attempt, read);
  });

async function beginTry<R>(
  db: Database,
  the: { email: string; ip: string },
  byTheWay: Sql,
): Promise<{ attempt: Try; read: R | undefined }> {
  const attempt = { email: the.email.toLowerCase(), address: addressBlock(the.ip) };
  for (let pauses = 0; pauses <= undecidedPausesMax; pauses++) {
    try {
      // A crash of the database itself that forgets a try gives one more.
      const [row] = await db.write<{ read: R | null }>('system', taking(attempt, byTheWay), { isRepeatable: true });
      return { attempt, read: row?.read ?? undefined };
    } catch (error) {
      if (codeOf(error) !== notSo) throw error;
      await refuseLocked(db, attempt);
      // All that are left are under way: one of them may still prove right.
      await pause(undecidedPauseMilliseconds);
    }
  }
  throw new Problem('too_many_requests', { values: { seconds: lockMinutes * 60 } });
}

/** Takes one of the account and one of the address, or neither. */
function taking({ email, address }: Try, byTheWay: Sql): Query {
  const isPast = sql`(f.locked_until <= now() or f.locked_until is null and f.since < now() - make_interval(mins => ${windowMinutes}))`;
  const max = sql`case f.email when '' then ${failuresMax.address}::int else ${failuresMax.account}::int end`;
  return sql`with taken as (
        insert into sign_in_failures as f (email, address, failures) values ('', ${address}, 1), (${email}, ${address}, 1)
        on conflict (address, email) do update set
          failures = case when ${isPast} then 1 else f.failures + 1 end,
          since = case when ${isPast} then now() else f.since end,
          locked_until = null
        where ${isPast} or f.locked_until is null and f.failures < ${max} returning true)
      select (select row_to_json(r) from (${byTheWay}) r) as read, ${requiringSql(sql`(select count(*) = 2 from taken)`)}`;
}

async function refuseLocked(db: Database, { email, address }: Try): Promise<void> {
  const [lock] = await db.read<{ seconds: number | null }>(
    'system',
    sql`select ceil(extract(epoch from max(locked_until) - now()))::int as seconds
        from sign_in_failures where address = ${address} and email in ('', ${email}) and locked_until > now()`,
  );
  if (lock?.seconds) throw new Problem('account_locked', { values: { seconds: lock.seconds } });
}

/** It was wrong. Answers whether that was one too many, for the account from here or for the address. */
export async function itWasWrong(
  tx: Tx,
  { email, address }: Try,
): Promise<{ isAccountLockedNow: boolean; isAddressLockedNow: boolean }> {
  const locked = await tx.rows<{ email: string }>(
    sql`update sign_in_failures set locked_until = now() + make_interval(mins => ${lockMinutes})
        where address = ${address} and locked_until is null
          and (email = ${email} and failures >= ${failuresMax.account} or email = '' and failures >= ${failuresMax.address})
        returning email`,
  );
  const emails = locked.map((one) => one.email);
  return { isAccountLockedNow: emails.includes(email), isAddressLockedNow: emails.includes('') };
}

/**
 * It was right, and does not count. `andAllIsWell`: nothing more is asked, so the account starts anew; a right password
 * with a code still owed forgives nothing, or whoever knows the password could guess codes for ever.
 */
export async function itWasRight(tx: Tx, attempt: Try, { andAllIsWell }: { andAllIsWell: boolean }): Promise<void> {
  await tx.run(sql`with ${forgiving(attempt, andAllIsWell ? sql`true` : sql`false`)} select`);
}

/** The same as parts of a statement; `isWell` is an expression. */
export const forgiving = ({ email, address }: Try, isWell: Sql): Sql => sql`forgiven as (
    delete from sign_in_failures where address = ${address} and email = ${email} and ${isWell}),
  counted_less as (
    update sign_in_failures set failures = failures - 1
    where address = ${address} and (email = '' or email = ${email} and not ${isWell}) and locked_until is null and failures > 0)`;

/** The address as it is counted: nobody has a single IPv6 address, but a network of them (RFC 6177). */
export function addressBlock(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip.slice(0, 64);
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`;
}
