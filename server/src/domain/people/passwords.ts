import { hash, verify } from '@node-rs/argon2';

// OWASP's smallest recommended setting for argon2id: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Takes as long for an unknown person as for a wrong password, so that time tells nobody who has an account. */
export async function isPasswordRight(password: string, storedHash: string | undefined): Promise<boolean> {
  const against = storedHash ?? (await nobodysHash());
  const right = await verify(against, password).catch(() => false);
  return right && storedHash !== undefined;
}

let nobody: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID());
  return nobody;
}
