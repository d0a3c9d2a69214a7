import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/**
 * Lets go of everything that is leased, for a process that starts and knows that no other works on this database (it
 * holds the data folder that the database lies in): what was under way when the last one was killed goes on at once.
 */
export async function releaseAbandonedWork(db: Database): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(sql`update channel_accounts set lease_owner = null, lease_until = null where lease_owner is not null`);
    await tx.run(
      sql`update inbound_mails set lease_token = null, due_at = now() where outcome = 'waiting' and lease_token is not null`,
    );
    await tx.run(sql`update deliveries set due_at = now() where state = 'sending'`);
    await tx.run(sql`update jobs set due_at = now() where state = 'running'`);
    // A few seconds later, because some servers file a copy of their own before long.
    await tx.run(
      sql`update deliveries set copy_due_at = least(copy_due_at, now() + interval '15 seconds') where copy_state = 'queued'`,
    );
  });
}
