import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { partFromLeavers } from '../assigning/part-from-leavers.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import { withNews } from '../ticket-events.ts';
import type { Ticket } from '../ticket-queries.ts';

/** Into the trash and out of it is a line in the thread of each ticket that moves. Runs before the change is written. */
export async function noteTrash(tx: Tx, { action, rows, caller }: Change): Promise<void> {
  const moved = await tx.rows<Pick<Ticket, 'id' | 'company_id' | 'channel'>>(
    sql`select id, company_id, channel from tickets where id = any (${rows.map((row) => row.id)}::bigint[])
          and is_deleted = ${action === 'delete' ? 0 : 1} order by id`,
  );
  if (moved.length === 0) return;
  const key = action === 'delete' ? 'deleted' : 'restored';
  const lines = moved.map((ticket) => ({ ticket, key }));
  // What is in the trash is in no bell.
  const told = await addEventLines(tx, lines, await authorOf(tx, caller));
  await recordEvents(tx, told.map(withNews));
  if (action === 'restore') {
    await partFromLeavers(
      tx,
      moved.map((ticket) => ticket.id),
    );
  }
}
