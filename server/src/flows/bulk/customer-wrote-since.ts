import type { BulkAction } from '#contract/ticket-bulk.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What takes a ticket out of sight: whoever wrote meanwhile would wait there unseen. */
const hiding: ReadonlySet<BulkAction['kind']> = new Set(['resolve', 'snooze', 'trash', 'spam']);

/** Those of these tickets, locked, that an action must leave because their customers wrote after it was asked for. */
export async function customerWroteSince(
  tx: Tx,
  { companyId, action, seenTo }: { companyId: number; action: BulkAction; seenTo: number | null | undefined },
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!hiding.has(action.kind) || typeof seenTo !== 'number' || ids.length === 0) return new Set();
  const rows = await tx.rows<{ ticket_id: number }>(
    sql`select distinct ticket_id from messages where company_id = ${companyId} and ticket_id = any (${ids}::bigint[]) and id > ${seenTo}
          and kind = 'inbound' and (mail_kind is null or mail_kind = 'human')`,
  );
  return new Set(rows.map((row) => row.ticket_id));
}
