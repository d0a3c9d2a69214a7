import { codeOf, type Database, notSo, requiringSql, type Tx } from '#platform/database.ts';
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
export async function letIn(tx: Tx, userId: number, the: How, from: From, house: House): Promise<OpenedSession> {
  const { token, parts } = lettingIn(userId, the, from);
  const row = await tx.row<SessionRow & (NotedDevice | { is_new: null })>(
    sql`with ${parts} select o.*, ${notedDevice} from opened o left join noted n on true left join users u on u.id = n.user_id and n.is_new`,
  );
  if (!row) throw new Error('insert answered no row');
  const opened = asOpened(token, row);
  return row.is_new && (await tellOfDevice(tx, row, from, house)) ? { ...opened, hasLetter: true } : opened;
}

/**
 * The same in one round trip, where nobody is told: from a browser that its owner is known by. Undefined, and nothing is true,
 * when it is known no longer.
 */
export async function letInAtOnce(
  db: Database,
  userId: number,
  the: How,
  from: From,
): Promise<OpenedSession | undefined> {
  const { token, parts } = lettingIn(userId, the, from);
  try {
    const [row] = await db.write<SessionRow>(
      'system',
      sql`with ${parts} select o.*, ${requiringSql(sql`n.is_new is not true`)} from opened o left join noted n on true`,
    );
    if (!row) throw new Error('insert answered no row');
    return asOpened(token, row);
  } catch (error) {
    if (codeOf(error) === notSo) return undefined;
    throw error;
  }
}

type How = { attempt: Try; remember: boolean; owesCode: Sql; by?: 'sso' };

function lettingIn(userId: number, the: How, from: From): { token: string; parts: Sql } {
  const { token, hash } = createToken();
  const signedIn = recordingAccountEvent({ action: 'signed_in', userId, ...(the.by && { detail: { by: the.by } }) });
  const isWhole = sql`not (select is_half from step)`;
  return {
    token,
    parts: sql`step as materialized (select ${the.owesCode} as is_half),
          ${openingSession(hash, userId, from, the.remember)},
          ${forgiving(the.attempt, isWhole)},
          ${notingDevice(userId, from)},
          told as (${signedIn} where ${isWhole})`,
  };
}
