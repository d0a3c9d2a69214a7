import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type House, recordAccountEvent } from '../people/index.ts';
import { isTrustedSql, noteDevice, tellOfDevice } from './devices.ts';
import { type From, type OpenedSession, openSession } from './sessions.ts';
import { itWasRight, type Try } from './sign-in-failures.ts';

/** What somebody still owes whose first step was right. Nobody is let in without it. */
export type SecondStep = { readonly userId: number; readonly isOwed: boolean };

/** A code is owed where the person has two-factor, unless this browser was trusted with it. */
export async function secondStepOf(tx: Tx, userId: number, from: From): Promise<SecondStep> {
  const row = await tx.row<{ has_factor: boolean; is_trusted: boolean }>(
    sql`select exists (select from two_factors where user_id = ${userId} and confirmed_at is not null) as has_factor,
          ${isTrustedSql(userId, from)} as is_trusted`,
  );
  return { userId, isOwed: row === undefined || (row.has_factor && !row.is_trusted) };
}

/**
 * Lets somebody in whose first step was right: a password, another house's word. The session is half where a code is
 * owed, so that no way in passes the second step by (SAFETY A16).
 */
export async function letIn(
  tx: Tx,
  { userId, isOwed }: SecondStep,
  the: { attempt: Try; remember: boolean; by?: 'sso' },
  from: From,
  house: House,
): Promise<OpenedSession> {
  const detail = the.by && { detail: { by: the.by } };
  // All on their way before the first is answered: whoever signs in waits for one round trip.
  const [opened, , noted] = await Promise.all([
    openSession(tx, userId, from, the.remember, isOwed),
    itWasRight(tx, the.attempt, { andAllIsWell: !isOwed }),
    isOwed ? undefined : noteDevice(tx, userId, from),
    isOwed ? undefined : recordAccountEvent(tx, { action: 'signed_in', userId, ...detail }),
  ]);
  return noted && (await tellOfDevice(tx, noted, from, house)) ? { ...opened, hasLetter: true } : opened;
}
