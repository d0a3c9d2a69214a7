import { codeOf, type Database, notSo, requiringSql, type Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { createToken } from '#platform/secrets.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type House, isShutOut, loadPerson, recordingAccountEvent } from '../people/index.ts';
import { isTrustedSql, type NotedDevice, notedDevice, notingDevice, tellOfDevice } from './devices.ts';
import { asOpened, type From, type OpenedSession, openingSession, type SessionRow } from './sessions.ts';
import { forgiving, itWasRight, type Try } from './sign-in-failures.ts';

/** Whether a code is owed: where the person has two-factor, unless this browser was trusted with it; an expression. */
export const owesCode = (userId: number, from: From): Sql =>
  sql`(exists (select from two_factors where user_id = ${userId} and confirmed_at is not null) and not ${isTrustedSql(userId, from)})`;

/** Where every company of theirs keeps this place out, nobody's word lets them in. What was right counts as no failure. */
export async function requirePlace(db: Database, userId: number, attempt: Try, from: From): Promise<void> {
  const person = await loadPerson(db, userId);
  if (!person || !isShutOut(person.at(from.ip))) return;
  await db.transaction('system', (tx) => itWasRight(tx, attempt, { andAllIsWell: false }));
  throw new Problem('access_denied_by_ip');
}

/**
 * Lets somebody in whose first step was right: a password, another house's word. The session is half where a code is owed
 * (`owesCode`), so that no way in passes the second step by (SAFETY A16). Whoever changes the password or the second step
 * meanwhile, and ends all sessions, is waited for: `isStill` says of the user `u` that what was right is right now. One
 * statement does the rest: seven would cost more by being several than by what they do.
 */
export async function letIn(
  tx: Tx,
  userId: number,
  the: How & { isStill?: Sql },
  from: From,
  house: House,
): Promise<OpenedSession> {
  const still = the.isStill ?? sql`true`;
  const user = await tx.row(
    sql`select from users u where u.id = ${userId} and u.is_deleted = 0 and ${still} for no key update`,
  );
  if (!user) throw new Problem('incorrect_credentials');
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
 * when it is known no longer, or when anything of the account was written since its row was read as `version`.
 */
export async function letInAtOnce(
  db: Database,
  { id: userId, version }: { id: number; version: string },
  the: How,
  from: From,
): Promise<OpenedSession | undefined> {
  const asRead = sql`from users u where u.id = ${userId} and u.xmin::text = ${version} for no key update`;
  const { token, parts } = lettingIn(userId, the, from, asRead);
  try {
    const [row] = await db.write<SessionRow>(
      'system',
      sql`with ${parts} select o.*, ${requiringSql(sql`o.id is not null and n.is_new is not true`)}
          from (select) one left join opened o on true left join noted n on true`,
    );
    if (!row) throw new Error('a condition answered no row');
    return asOpened(token, row);
  } catch (error) {
    if (codeOf(error) === notSo) return undefined;
    throw error;
  }
}

type How = { attempt: Try; remember: boolean; owesCode: Sql; by?: 'sso' };

function lettingIn(userId: number, the: How, from: From, where = sql``): { token: string; parts: Sql } {
  const { token, hash } = createToken();
  const signedIn = recordingAccountEvent({ action: 'signed_in', userId, ...(the.by && { detail: { by: the.by } }) });
  const isWhole = sql`not (select is_half from step)`;
  return {
    token,
    parts: sql`step as materialized (select ${the.owesCode} as is_half ${where}),
          ${openingSession(hash, userId, from, the.remember)},
          ${forgiving(the.attempt, isWhole)},
          ${notingDevice(userId, from)},
          told as (${signedIn} where ${isWhole})`,
  };
}
