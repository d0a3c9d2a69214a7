import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { isTrusted, noteDevice } from './devices.ts';
import { type From, type OpenedSession, openSession } from './sessions.ts';

/**
 * Lets somebody in whose first step was right: a password, a reset, another house's word. The session is half where a
 * code is owed, so that no way in passes the second step by (SAFETY A16); a browser that was trusted with it owes none.
 */
export async function letIn(
  tx: Tx,
  the: { userId: number; remember: boolean; owesNoCode?: boolean; by?: 'sso' },
  from: From,
  house: House,
): Promise<OpenedSession> {
  const owes = !the.owesNoCode && (await owesCode(tx, the.userId, from));
  if (!owes) {
    await noteDevice(tx, the.userId, from, house);
    const detail = the.by && { detail: { by: the.by } };
    await recordAccountEvent(tx, { action: 'signed_in', userId: the.userId, ...detail });
  }
  return openSession(tx, the.userId, from, the.remember, owes);
}

export async function owesCode(tx: Tx, userId: number, from: From): Promise<boolean> {
  const factor = await tx.row(sql`select 1 from two_factors where user_id = ${userId} and confirmed_at is not null`);
  return factor !== undefined && !(await isTrusted(tx, userId, from));
}
