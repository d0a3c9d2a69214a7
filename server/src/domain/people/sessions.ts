import type { Database, Tx } from '#platform/database.ts';
import { createToken, hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';

export const sessionDays = 30;
export const sessionHoursWithoutRemember = 12;

export type Session = { readonly id: number; readonly userId: number; readonly expires: Date };
export type From = { readonly ip: string; readonly userAgent: string };

/** Opens a session and answers its token; only the token's hash is kept. */
export async function openSession(
  tx: Tx,
  userId: number,
  from: From,
  remember: boolean,
): Promise<{ token: string; session: Session }> {
  const { token, hash } = createToken();
  const hours = remember ? sessionDays * 24 : sessionHoursWithoutRemember;
  const row = await tx.row<{ id: number; expires: Date }>(
    sql`insert into sessions (token_hash, user_id, ip, user_agent, expires)
        values (${hash}, ${userId}, ${from.ip}, ${from.userAgent.slice(0, 300)}, now() + make_interval(hours => ${hours})) returning id, expires`,
  );
  if (!row) throw new Error('insert answered no row');
  return { token, session: { id: row.id, userId, expires: row.expires } };
}

/** Undefined when the token is unknown, ended or too old, or its person is gone. */
export async function findSession(db: Database, token: string): Promise<Session | undefined> {
  const [row] = await db.read<{ id: number; user_id: number; expires: Date; is_stale: boolean }>(
    'system',
    sql`select s.id, s.user_id, s.expires, s.last_used < now() - interval '1 minute' as is_stale
        from sessions s join users u on u.id = s.user_id and u.is_deleted = 0
        where s.token_hash = ${hashToken(token)} and s.expires > now()`,
  );
  if (!row) return undefined;
  if (row.is_stale)
    await db.transaction('system', (tx) => tx.run(sql`update sessions set last_used = now() where id = ${row.id}`));
  return { id: row.id, userId: row.user_id, expires: row.expires };
}

export async function endSession(db: Database, id: number): Promise<void> {
  await db.transaction('system', (tx) => tx.run(sql`delete from sessions where id = ${id}`));
}
