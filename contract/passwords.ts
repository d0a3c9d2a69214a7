import { z } from 'zod';

export const passwordLengthMin = 12;
export const passwordLengthMax = 255;

/** The rules of a password, in the order a live checklist shows them (SPEC section 5). */
export const passwordRules = [
  { key: 'length', holds: (p: string) => p.length >= passwordLengthMin },
  { key: 'letter', holds: (p: string) => /\p{L}/u.test(p) },
  { key: 'digit', holds: (p: string) => /\d/.test(p) },
  { key: 'symbol', holds: (p: string) => /[^\p{L}\d\s]/u.test(p) },
] as const;

/** A password that somebody chooses now. The server also refuses those that are easily guessed or were used before. */
export const newPassword = z
  .string()
  .max(passwordLengthMax)
  .refine((p) => passwordRules.every((rule) => rule.holds(p)) && p.isWellFormed(), {
    params: { key: 'password_rule' },
  });

/** A password that somebody has, whatever the rules were when it was chosen. */
export const knownPassword = z.string().min(1).max(passwordLengthMax);
