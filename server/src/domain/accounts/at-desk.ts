import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Somebody touched the desk. Several tabs say so; once in a while is enough. */
export async function noteAtDesk(db: Database, sessionId: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update sessions set active_at = now() where id = ${sessionId} and (active_at is null or active_at < now() - interval '10 seconds')`,
    ),
  );
}
