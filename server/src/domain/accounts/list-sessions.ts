import type { z } from 'zod';
import type { getSessions } from '#contract/sessions.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from '../people/index.ts';
import { describeDevice } from './describe-device.ts';
import { endOtherSessions, type Session } from './sessions.ts';

type Listed = z.input<typeof getSessions.answer>['sessions'][number];
type LastSignIn = z.input<typeof getSessions.answer>['last_sign_in'];
type Row = { id: number; ip: string | null; user_agent: string | null; added: string; last_used: string };
const sessionsShownMax = 100;

/** Where a person is signed in, the last used first. Half sessions are nowhere yet. */
export async function listSessions(db: Database, current: Session): Promise<Listed[]> {
  const rows = await db.read<Row>(
    'system',
    sql`select id, ip, user_agent, to_char(added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added,
          to_char(last_used at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used
        from sessions where user_id = ${current.userId} and expires > now() and not is_half
        order by id = ${current.id} desc, sessions.last_used desc limit ${sessionsShownMax}`,
  );
  return Promise.all(
    rows.map(async ({ user_agent, ip, ...row }) => ({
      ...(await describeDevice({ ip, user_agent })),
      ...row,
      is_current: row.id === current.id,
    })),
  );
}

/** Whoever was in before, as the trail has it: a sign-in that was somebody else's is noticed here, also when its session has ended. */
export async function lastSignIn(db: Database, current: Session): Promise<LastSignIn> {
  const [row] = await db.read<{ ip: string | null; user_agent: string | null; at: string }>(
    'system',
    sql`select e.ip, e.user_agent, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at
        from audit_entries e join sessions s on s.id = ${current.id}
        where e.chain = 0 and e.entity = 'accounts' and e.entity_id = ${current.userId} and e.action = 'signed_in' and e.at < date_trunc('milliseconds', s.added)
        order by e.number desc limit 1`,
  );
  return row ? { ...(await describeDevice(row)), at: row.at } : null;
}

/** Ends one of one's own sessions; another person's is not there. */
export async function endOneSession(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    const ended = await tx.run(sql`delete from sessions where id = ${id} and user_id = ${userId}`);
    if (ended === 0) throw new Problem('not_found', { field: 'data.id' });
    await recordAccountEvent(tx, { action: 'session_ended', userId });
  });
}

export async function endMyOtherSessions(db: Database, current: Session): Promise<number> {
  return db.transaction('system', async (tx) => {
    const ended = await endOtherSessions(tx, current.userId, current.id);
    await recordAccountEvent(tx, { action: 'sessions_ended', userId: current.userId, detail: { ended } });
    return ended;
  });
}
