import { guessingOptions, isEasilyGuessed, wordsAbout } from '#contract/guessing.ts';
import { passwordsRemembered } from '#contract/passwords.ts';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { hashPassword, isPasswordRight } from './passwords.ts';

/**
 * Hashes a password that somebody chose, or refuses it: one that is easily guessed by who they are and what people choose,
 * or that is among their last five. `field` is where it was typed.
 */
export async function hashNewPassword(
  password: string,
  of: { facts: readonly string[]; hashesBefore?: readonly string[]; field: string },
): Promise<string> {
  if (await isGuessable(password, of.facts)) throw new Problem('password_guessable', { field: of.field });
  for (const hash of of.hashesBefore ?? []) {
    if (await isPasswordRight(password, hash)) throw new Problem('password_used', { field: of.field });
  }
  return hashPassword(password);
}

/** What is known of somebody, when they choose a password: their account's facts and the hashes of their last passwords. */
export async function readAboutPassword(
  db: Database,
  userId: number,
): Promise<{ facts: string[]; hashesBefore: string[] }> {
  const [row] = await db.read<{ facts: string[]; hashes: string[] }>(
    'system',
    sql`select array[u.name, u.email] || array(select c.company_name from roles r join companies c on c.id = r.company_id where r.user_id = u.id limit 20) as facts,
          array[u.password_hash] || array(select p.password_hash from past_passwords p where p.user_id = u.id order by p.id desc limit ${passwordsRemembered - 1}) as hashes
        from users u where u.id = ${userId}`,
  );
  return { facts: row?.facts ?? [], hashesBefore: row?.hashes ?? [] };
}

/** Puts a new password into the place of the current one, which is remembered. */
export async function replacePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx.run(
    sql`insert into past_passwords (user_id, password_hash) select id, password_hash from users where id = ${userId}`,
  );
  await tx.run(
    sql`delete from past_passwords where user_id = ${userId} and id not in
          (select id from past_passwords where user_id = ${userId} order by id desc limit ${passwordsRemembered - 1})`,
  );
  await tx.run(
    sql`update users set password_hash = ${passwordHash}, has_password = true, updated = now() where id = ${userId}`,
  );
}

async function isGuessable(password: string, facts: readonly string[]): Promise<boolean> {
  rater ??= loadRater();
  return isEasilyGuessed((await rater).check(password, wordsAbout(['Parley', ...facts])));
}

/** Its lists take a quarter of a second and some memory, so they wait for the first who chooses a password. */
let rater: ReturnType<typeof loadRater> | undefined;
async function loadRater() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory(guessingOptions({ common, english }));
}
