import type { Database, Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

/**
 * Says that the desks of these people are open in this process, for so long; what was left by processes that no longer say
 * so ends. Colleagues are told who came and went. Answers whether anybody did.
 */
export async function keepPresences(
  db: Database,
  process: string,
  userIds: readonly number[],
  leaseSeconds: number,
): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const kept = await tx.rows<{ user_id: number; is_new: boolean }>(
      sql`insert into presences (user_id, process, until, touched_at)
            select u.id, ${process}, now() + make_interval(secs => ${leaseSeconds}), coalesce((
              select max(coalesce(s.active_at, s.added)) from sessions s where s.user_id = u.id and s.expires > now()), now()) from users u where u.id = any (${userIds}::bigint[]) order by u.id
          on conflict (user_id, process) do update set until = excluded.until, touched_at = excluded.touched_at returning user_id, xmax = 0 as is_new`,
    );
    const gone = await tx.rows<{ user_id: number }>(
      sql`delete from presences where (user_id, process) in (
            select user_id, process from presences where until < now() or (process = ${process} and not (user_id = any (${userIds}::bigint[])))
            order by user_id, process for update skip locked) returning user_id`,
    );
    const left = gone.map((one) => one.user_id);
    await tx.run(sql`update users set last_seen = now() where id = any (${left}::bigint[])`);
    const moved = [...new Set([...kept.filter((one) => one.is_new).map((one) => one.user_id), ...left])];
    await tellColleagues(tx, moved);
    return moved.length > 0;
  });
}

/** The process ends: whoever was here has a moment to come back elsewhere before they count as gone. */
export async function leavePresences(db: Database, process: string, graceSeconds: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update presences set until = least(until, now() + make_interval(secs => ${graceSeconds})) where process = ${process}`,
    ),
  );
}

/** That somebody came or went is no change of them: `presence` tells desks that nothing else needs to be fetched. */
async function tellColleagues(tx: Tx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const companies = await tx.rows<{ user_id: number; company_id: number }>(
    sql`select user_id, company_id from roles where user_id = any (${userIds}::bigint[]) and is_deleted = 0 order by company_id, user_id`,
  );
  await recordEvents(
    tx,
    companies.map(({ user_id, company_id }) => ({
      companyId: company_id,
      entity: 'users',
      action: 'updated',
      entityId: user_id,
      actor: systemActor,
      params: { presence: true },
    })),
  );
}
