import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { pageGraceSeconds } from './note-visits.ts';

/**
 * Has the table say whose pages are open in this process, whatever could not be written before: they are here, and nobody
 * else is. What moved within `settledSeconds` is left as it is: that may be newer than what is said here. Forgets visits that
 * are over, and those of processes that no longer renew. Answers who is missing, since the table is empty after the database
 * crashed, and whether anybody came or left.
 */
export const keepVisits = (
  db: Database,
  process: string,
  ids: readonly number[],
  { leaseSeconds, settledSeconds }: { leaseSeconds: number; settledSeconds: number },
): Promise<{ missing: number[]; isMoved: boolean }> =>
  db.transaction('system', async (tx) => {
    const isSettled = sql`moved_at < now() - make_interval(secs => ${settledSeconds})`;
    const kept = await tx.rows<{ is_moved: boolean }>(
      sql`update visits set until = now() + make_interval(secs => ${leaseSeconds}), is_here = true, moved_at = case when is_here then moved_at else clock_timestamp() end where id in
            (select id from visits where process = ${process} and id = any (${ids}::bigint[]) and (is_here or ${isSettled}) order by id for update)
          returning moved_at >= now() as is_moved`,
    );
    const left = await tx.run(
      sql`update visits set is_here = false, until = now() + make_interval(secs => ${pageGraceSeconds}), moved_at = clock_timestamp() where id in
            (select id from visits where process = ${process} and is_here and id <> all (${ids}::bigint[]) and ${isSettled} order by id for update)`,
    );
    await tx.run(
      sql`delete from visits where id in (select id from visits where until < now() order by id for update skip locked)`,
    );
    const missing = await tx.rows<{ id: number }>(
      sql`select id from unnest(${ids}::bigint[]) id where not exists (select from visits v where v.id = id.id)`,
    );
    return { missing: missing.map((one) => one.id), isMoved: left > 0 || kept.some((one) => one.is_moved) };
  });

/** The process ends, and with it its sockets. Pages come back to another one within a moment. */
export async function leaveVisits(db: Database, process: string, graceSeconds: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update visits set is_here = false, until = now() + make_interval(secs => ${graceSeconds}), moved_at = clock_timestamp() where process = ${process} and is_here`,
    ),
  );
}
