import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, systemAuthor } from '../event-lines.ts';
import { ticketEvent } from '../ticket-events.ts';
import type { Ticket } from '../ticket-queries.ts';

/** Whether whoever has the row of `tickets` works in its company no more. */
export const isOfLeaver = sql.unsafe(`(tickets.assignee_id is not null and not exists (
  select from roles r where r.company_id = tickets.company_id and r.user_id = tickets.assignee_id and r.is_deleted = 0))`);

/**
 * Whoever leaves hands over what is to be done, and keeps their name on the rest. What comes back from there is nobody's,
 * or waits in the queue of its team: they would not hear of it, and no list of others would show it.
 */
export async function partFromLeavers(tx: Tx, ids: readonly number[]): Promise<void> {
  const left = await tx.rows<
    Pick<Ticket, 'id' | 'company_id' | 'product_id' | 'channel'> & { had: number; name: string }
  >(
    sql`select tickets.id, tickets.company_id, product_id, channel, assignee_id as had, u.name from tickets join users u on u.id = assignee_id
        where tickets.id = any (${ids}::bigint[]) and view_type <> 'resolved' and ${isOfLeaver} order by tickets.id`,
  );
  if (left.length === 0) return;
  await tx.run(
    sql`update tickets set assignee_id = null, version = version + 1, updated = now() where id = any (${left.map((one) => one.id)}::bigint[])`,
  );
  await recordEvents(tx, [
    ...(await addEventLines(
      tx,
      left.map(({ name, ...ticket }) => ({ ticket, key: 'assignee_left', values: { name } })),
      systemAuthor,
    )),
    ...left.map((ticket) => ({
      ...ticketEvent('updated', ticket, systemActor),
      detail: { before: { assignee_id: ticket.had }, after: { assignee_id: null } },
    })),
  ]);
}
