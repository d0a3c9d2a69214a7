import type { BulkAction } from '#contract/ticket-bulk.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What takes a ticket out of sight: whoever wrote meanwhile would wait there unseen. */
const hiding: ReadonlySet<BulkAction['kind']> = new Set(['resolve', 'snooze', 'trash', 'spam']);

/**
 * Those of these tickets, locked, that an action must leave because their customers wrote after it was asked for: by the
 * newest message that each had then, for letters of several tickets are numbered before they are there.
 */
export async function customerWroteSince(
  tx: Tx,
  {
    companyId,
    action,
    seenOf,
  }: { companyId: number; action: BulkAction; seenOf: ReadonlyMap<number, number | undefined> },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const known = ids.filter((id) => seenOf.get(id) !== undefined);
  if (!hiding.has(action.kind) || known.length === 0) return new Set();
  const rows = await tx.rows<{ ticket_id: number }>(
    sql`select distinct m.ticket_id from unnest(${known}::bigint[], ${known.map((id) => seenOf.get(id) ?? 0)}::bigint[]) asked (ticket_id, seen)
        join messages m on m.company_id = ${companyId} and m.ticket_id = asked.ticket_id and m.id > asked.seen
          and m.kind = 'inbound' and (m.mail_kind is null or m.mail_kind = 'human')`,
  );
  return new Set(rows.map((row) => row.ticket_id));
}
