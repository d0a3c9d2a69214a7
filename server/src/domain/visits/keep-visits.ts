import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Renews the visits of this process and forgets those that are over, and those of processes that no longer do. */
export async function keepVisits(db: Database, process: string, leaseSeconds: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`update visits set until = now() + make_interval(secs => ${leaseSeconds}) where id in
            (select id from visits where process = ${process} and is_here order by id for update)`,
    );
    await tx.run(
      sql`delete from visits where id in (select id from visits where until < now() order by id for update skip locked)`,
    );
  });
}

/** The process ends, and with it its sockets. Pages come back to another one within a moment. */
export async function leaveVisits(db: Database, process: string, graceSeconds: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update visits set is_here = false, until = now() + make_interval(secs => ${graceSeconds}), moved_at = clock_timestamp() where process = ${process} and is_here`,
    ),
  );
}
