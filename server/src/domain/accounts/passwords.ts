import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createSlots } from '#platform/slots.ts';

/** RFC 9106's three passes, and more memory than OWASP's smallest setting (19 MiB): a crowd at nine still gets in. */
export const passwordCost = { memoryCost: 32_768, timeCost: 3, parallelism: 1 };

/** Hashing fills a core and a thread that files and name look-ups need too: a crowd waits its turn (SAFETY A14). */
export const hashingMax = Math.max(1, Math.min(3, availableParallelism()));
const hashing = createSlots(hashingMax);

export const hashPassword = (password: string): Promise<string> => hashing.use(() => hash(password, passwordCost));

/** Whether it was made when hashing cost something else: the next right password is its chance to be made anew. */
export function isOutdated(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = passwordCost;
  return !storedHash.includes(`$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Takes as long for an unknown person as for a wrong password, so that time tells nobody who has an account. */
export async function isPasswordRight(password: string, storedHash: string | undefined): Promise<boolean> {
  const against = storedHash ?? (await nobodysHash());
  const right = await hashing.use(() => verify(against, password).catch(() => false));
  return right && storedHash !== undefined;
}

let nobody: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID());
  return nobody;
}
