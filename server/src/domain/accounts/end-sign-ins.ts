import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { revokeTokens } from './api-tokens.ts';
import { endOtherSessions } from './sessions.ts';

/** Makes every link void that was sent to somebody and not followed yet. */
export async function voidLinks(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`update email_confirmations set expires = now() where user_id = ${userId} and used is null`);
  await tx.run(sql`update password_resets set expires = now() where user_id = ${userId} and used is null`);
}

/**
 * Takes from an account everything that was put there before its address was confirmed: whoever that was, it need not have
 * been the owner of the address (SAFETY A20). The password is the caller's to replace.
 */
export async function disinheritStranger(tx: Tx, userId: number): Promise<void> {
  await endOtherSessions(tx, userId, null);
  await voidLinks(tx, userId);
  await revokeTokens(tx, userId);
  await tx.run(sql`delete from past_passwords where user_id = ${userId}`);
  await tx.run(sql`delete from devices where user_id = ${userId}`);
  await tx.run(sql`delete from two_factors where user_id = ${userId}`);
  // What would speak in the owner's name, be sent what is theirs, or keep them from hearing of it.
  await tx.run(sql`delete from user_ai_configs where user_id = ${userId}`);
  await tx.run(sql`delete from notification_choices where user_id = ${userId}`);
  await tx.run(
    sql`update users set phone = null, note = null, avatar = null, signature = default, mail_when = default, quiet_is_on = default,
          muted_products = default, undo_send_seconds = default where id = ${userId}`,
  );
}
