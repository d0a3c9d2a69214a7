import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createSlots } from '#platform/slots.ts';

// OWASP's smallest recommended setting for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core and a thread that files and name look-ups need too: a crowd waits its turn (SAFETY A14). */
export const hashingMax = Math.max(1, Math.min(3, availableParallelism()));
const hashing = createSlots(hashingMax);

export const hashPassword = (password: string): Promise<string> => hashing.use(() => hash(password, cost));

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
