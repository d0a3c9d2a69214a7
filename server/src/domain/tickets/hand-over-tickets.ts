import type { Tx } from '#platform/database.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

/**
 * Gives everything that somebody still has to do in a company to another person, or to nobody. Resolved tickets keep their
 * name. `to` is of the company: the caller has looked. One word to whoever gets them is the caller's as well: these changes
 * are marked, so that nobody is told of each by itself. Answers how many there were.
 */
export async function handOverTickets(
  tx: Tx,
  { companyId, from, to }: { companyId: number; from: number; to: number | null },
  actor: Actor,
): Promise<number> {
  const moved = await tx.rows<{ id: number }>(
    sql`update tickets set assignee_id = ${to}, version = version + 1, updated = now() where id in (
          select id from tickets where company_id = ${companyId} and assignee_id = ${from} and view_type <> 'resolved' and is_spam = 0 and is_deleted = 0
          order by id for update) and company_id = ${companyId} returning id`,
  );
  await recordEvents(
    tx,
    moved.map(({ id }) => ({
      companyId,
      entity: 'tickets',
      action: 'updated',
      entityId: id,
      ticketId: id,
      actor,
      detail: { before: { assignee_id: from }, after: { assignee_id: to }, how: 'handed_over' },
    })),
  );
  return moved.length;
}
