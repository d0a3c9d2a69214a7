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
  .max(passwordLengthMax, { abort: true })
  .refine((p) => passwordRules.every((rule) => rule.holds(p)) && p.isWellFormed(), {
    params: { key: 'password_rule' },
  });

/** A password that somebody has, whatever the rules were when it was chosen. */
export const knownPassword = z.string().min(1).max(passwordLengthMax);

/** The fields of a new password that is typed twice; `typedAlike` holds them together. */
export const typedTwice = { password: newPassword, password_confirmation: knownPassword };

export const typedAlike = <S extends z.ZodType<{ password: string; password_confirmation: string }>>(schema: S) =>
  schema.refine((it) => it.password === it.password_confirmation, {
    path: ['password_confirmation'],
    params: { key: 'passwords_differ' },
  });

/** Passwords that may not come again, the current one among them. */
export const passwordsRemembered = 5;

/**
 * An attacker who knows what people choose must need more than ten billion guesses (zxcvbn's `guessesLog10`, its best
 * class). Three words are far above that, twelve characters at random too; a word with a year and a sign is not.
 */
export const guessesLog10Min = 10;
/** Only the beginning of a password is rated: rating takes time that grows faster than its length. */
export const ratedLengthMax = 48;
