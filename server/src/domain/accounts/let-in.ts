import type { Tx } from '#platform/database.ts';
import { createToken } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type House, recordingAccountEvent } from '../people/index.ts';
import { isTrustedSql, type NotedDevice, notedDevice, notingDevice, tellOfDevice } from './devices.ts';
import { asOpened, type From, type OpenedSession, openingSession, type SessionRow } from './sessions.ts';
import { forgiving, type Try } from './sign-in-failures.ts';

/** Whether a code is owed: where the person has two-factor, unless this browser was trusted with it; an expression. */
export const owesCode = (userId: number, from: From): Sql =>
  sql`(exists (select from two_factors where user_id = ${userId} and confirmed_at is not null) and not ${isTrustedSql(userId, from)})`;

/**
 * Lets somebody in whose first step was right: a password, another house's word. The session is half where a code is owed
 * (`owesCode`), so that no way in passes the second step by (SAFETY A16). One statement does all of it: seven would cost
 * more by being several than by what they do.
 */
export async function letIn(
  tx: Tx,
  userId: number,
  the: { attempt: Try; remember: boolean; owesCode: Sql; by?: 'sso' },
  from: From,
  house: House,
): Promise<OpenedSession> {
  const { token, hash } = createToken();
  const signedIn = recordingAccountEvent({ action: 'signed_in', userId, ...(the.by && { detail: { by: the.by } }) });
  const isWhole = sql`not (select is_half from step)`;
  const row = await tx.row<SessionRow & (NotedDevice | { is_new: null })>(
    sql`with step as materialized (select ${the.owesCode} as is_half),
          ${openingSession(hash, userId, from, the.remember)},
          ${forgiving(the.attempt, isWhole)},
          ${notingDevice(userId, from)},
          told as (${signedIn} where ${isWhole})
        select o.*, ${notedDevice} from opened o left join noted n on true left join users u on u.id = n.user_id and n.is_new`,
  );
  if (!row) throw new Error('insert answered no row');
  const opened = asOpened(token, row);
  return row.is_new && (await tellOfDevice(tx, row, from, house)) ? { ...opened, hasLetter: true } : opened;
}
