import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { askPasswordAgain } from './ask-password-again.ts';
import type { Session } from './sessions.ts';

/** How long a password that was entered again is good for what is dangerous. */
export const confirmedMinutes = 10;

/** Takes the password of somebody who is signed in once more. Wrong ones count towards the lock like at sign-in. */
export const confirmPassword = (
  db: Database,
  { id, userId }: Session,
  password: string,
  { ip, house }: { ip: string; house: House },
): Promise<void> =>
  askPasswordAgain(db, userId, password, {
    ip,
    field: 'data.password',
    house,
    async andThen(tx) {
      await tx.run(sql`update sessions set password_confirmed_at = now() where id = ${id}`);
      await recordAccountEvent(tx, { action: 'password_confirmed', userId });
    },
  });

/**
 * Throws `password_needed` unless the password was entered in this session a moment ago: who finds a desk unlocked does no
 * harm. An account whose password nobody knows has its session begun a moment ago instead, or `sign_in_needed`.
 */
export async function requireConfirmedPassword(db: Database, session: Session): Promise<void> {
  const { isSaid, hasJustCome, hasPassword } = await readProof(db, session);
  if (!isSaid && (hasPassword || !hasJustCome)) throw owed(hasPassword);
}

/**
 * For what could shut the owner of an account out, or outlasts the session: whoever has only found or stolen an open session
 * gets no further. Somebody who signed in a moment ago has shown who they are, and is not asked twice. Throws as above.
 */
export async function requireOwner(db: Database, session: Session): Promise<void> {
  const { isSaid, hasJustCome, hasPassword } = await readProof(db, session);
  if (!isSaid && !hasJustCome) throw owed(hasPassword);
}

const owed = (hasPassword: boolean) => new Problem(hasPassword ? 'password_needed' : 'sign_in_needed');

type ProofOfOwner = { isSaid: boolean; hasJustCome: boolean; hasPassword: boolean };

async function readProof(db: Database, { id }: Session): Promise<ProofOfOwner> {
  const isRecent = (column: string) =>
    sql`coalesce(${sql.unsafe(column)} > now() - make_interval(mins => ${confirmedMinutes}), false)`;
  const [row] = await db.read<ProofOfOwner>(
    'system',
    sql`select ${isRecent('s.password_confirmed_at')} as "isSaid", ${isRecent('s.added')} as "hasJustCome", u.has_password as "hasPassword"
        from sessions s join users u on u.id = s.user_id where s.id = ${id}`,
  );
  if (!row) throw new Problem('unauthorized');
  return row;
}
