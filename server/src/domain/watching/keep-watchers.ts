import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Renews the desks of this process; forgets those of processes that no longer do, and those that left a while ago. */
export async function keepWatchers(db: Database, process: string, leaseSeconds: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`update watchers set until = now() + make_interval(secs => ${leaseSeconds}) where process = ${process} and doing <> 'gone'`,
    );
    await tx.run(
      sql`delete from watchers where (socket, ticket_id) in
            (select socket, ticket_id from watchers where until < now() order by socket, ticket_id for update skip locked)`,
    );
  });
}

/** The process ends, and with it its sockets. */
export async function leaveWatchers(db: Database, process: string): Promise<void> {
  await db.transaction('system', (tx) => tx.run(sql`delete from watchers where process = ${process}`));
}
