import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Whoever has opened a ticket has seen that a note of it names them, up to the newest that was there. */
export async function noteMentionsSeen(tx: Tx, ticketId: number, userId: number, upTo?: number): Promise<void> {
  await tx.run(
    sql`update mentions x set seen_at = now() from messages m
        where x.user_id = ${userId} and x.seen_at is null and m.company_id = x.company_id and m.id = x.message_id and m.ticket_id = ${ticketId}${upTo === undefined ? sql.empty : sql` and m.id <= ${upTo}`}`,
  );
}
