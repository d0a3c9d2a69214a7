import crypto from 'node:crypto';
import { verifySync } from 'otplib';
import { isRecoveryCode, recoveryCodesCount } from '#contract/two-factor.ts';
import type { Tx } from '#platform/database.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';

/** RFC 6238 section 5.2: one step either way, for a clock that is off and a finger that is slow. */
const toleranceSeconds = 30;

export const sealSecret = (secrets: Secrets, userId: number, secret: string): string =>
  secrets.seal(secret, contextOf(userId));
export const openSecret = (secrets: Secrets, userId: number, sealed: string): string =>
  secrets.open(sealed, contextOf(userId));
export const contextOf = (userId: number) => `two-factor ${userId}`;

/**
 * Uses a code up: one of the authenticator, or a recovery code. Undefined when it is wrong or was used before, here or
 * in another process at this very moment (SAFETY A17, A51). The time is the database's, so all processes agree on it.
 */
export async function takeCode(
  tx: Tx,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<'authenticator' | 'recovery' | undefined> {
  if (isRecoveryCode(code)) {
    const used = await tx.run(
      sql`update recovery_codes set used = now() where user_id = ${userId} and code_hash = ${hashCode(secrets, userId, code)} and used is null`,
    );
    return used > 0 ? 'recovery' : undefined;
  }
  const factor = await tx.row<{ sealed_secret: string; epoch: number }>(
    sql`select sealed_secret, extract(epoch from clock_timestamp())::float8 as epoch from two_factors where user_id = ${userId}`,
  );
  if (!factor) return undefined;
  // Sealed with another SECRET_KEY, it knows no code any more: whoever is locked out goes the way of a lost telephone.
  const secret = openIfOurs(secrets, factor.sealed_secret, contextOf(userId));
  if (secret === undefined) return undefined;
  const epoch = Math.floor(factor.epoch);
  const read = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  if (!read.valid || !('timeStep' in read)) return undefined;
  const used = await tx.run(
    sql`update two_factors set last_step = ${read.timeStep} where user_id = ${userId} and last_step < ${read.timeStep}`,
  );
  return used > 0 ? 'authenticator' : undefined;
}

/** Ten new codes, told this once; only keyed hashes are kept, and the old ones are void. */
export async function writeRecoveryCodes(tx: Tx, secrets: Secrets, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesCount }, makeCode);
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  const rows = codes.map((code) => sql`(${userId}, ${hashCode(secrets, userId, code)})`);
  await tx.run(sql`insert into recovery_codes (user_id, code_hash) values ${sql.join(rows)}`);
  return codes;
}

// Without the letters and digits that look alike; 31 of them ten times are some 49 bits.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const makeCode = (): string => {
  const half = () => Array.from({ length: 5 }, () => letters[crypto.randomInt(letters.length)]).join('');
  return `${half()}-${half()}`;
};

/** Keyed, since so few bits could be tried out by whoever had the database alone. */
const hashCode = (secrets: Secrets, userId: number, code: string): string =>
  secrets.sign('recovery-code', `${userId}.${code.replace('-', '')}`);
