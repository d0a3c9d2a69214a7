import { tellEvents } from '#domain/audit/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { TestParley } from './parley-in-process.ts';

/** Until the audit trail has everything: what happened just now may wait for older transactions, of other tests too. */
export async function tellTrail(at: TestParley): Promise<void> {
  await waitUntil(
    async () => {
      while ((await tellEvents(at.db, at.secrets)) > 0);
      const [left] = await at.db.read<{ n: number }>(
        'system',
        sql`select count(*)::int as n from events e, audit_bookmark b where (e.written_in, e.position) > (b.written_in, b.position)`,
      );
      return left?.n === 0;
    },
    { what: 'the audit trail to be told' },
  );
}
