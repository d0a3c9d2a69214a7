import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { asLetter, type House, type Language, oweLetter, recordAccountEvent } from '../people/index.ts';
import { countTokens, revokeTokens } from './api-tokens.ts';
import { askPasswordAgain } from './ask-password-again.ts';
import { voidLinks } from './end-sign-ins.ts';
import { hashNewPassword, readAboutPassword, replacePassword } from './new-password.ts';
import { passwordChangedLetter } from './recovery-letters.ts';
import { endOtherSessions, type OpenedSession, renewSession, type Session } from './sessions.ts';

/**
 * Changes the password of somebody who knows the old one. All other sessions end and this one gets a new token, which is
 * answered (SAFETY A15). Programs with API tokens go on, unless they are to end too; the letter tells which. Nudge `sessions` and `outbox` after commit.
 */
export async function changePassword(
  db: Database,
  { id: sessionId, userId }: Session,
  the: { oldPassword: string; password: string; revokesTokens: boolean; ip: string },
  house: House,
): Promise<OpenedSession> {
  const about = await readAboutPassword(db, userId);
  await askPasswordAgain(db, userId, the.oldPassword, { ip: the.ip, field: 'data.old_password', house });
  const passwordHash = await hashNewPassword(the.password, { ...about, field: 'data.password' });
  return db.transaction('system', async (tx) => {
    const me = await tx.row<{ name: string; email: string; language: Language }>(
      sql`select name, email, language from users where id = ${userId} and password_hash = ${about.hashesBefore[0]} for update`,
    );
    // Another change came first: what was the old password is not any more.
    if (!me) throw new Problem('incorrect_password', { field: 'data.old_password' });
    await replacePassword(tx, userId, passwordHash);
    await endOtherSessions(tx, userId, sessionId);
    await voidLinks(tx, userId);
    await recordAccountEvent(tx, { action: 'password_changed', userId });
    const tokens = the.revokesTokens
      ? { revoked: await revokeTokens(tx, userId) }
      : { kept: await countTokens(tx, userId) };
    const words = passwordChangedLetter(me.language, house, tokens);
    await oweLetter(tx, asLetter(house.brand, { name: me.name, address: me.email }, words), house);
    const renewed = await renewSession(tx, sessionId);
    if (!renewed) throw new Problem('unauthorized');
    return renewed;
  });
}
