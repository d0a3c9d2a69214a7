import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { type LastMessage, moveTicket, type Ticket } from '../ticket-queries.ts';

/** Whether somebody resolved the ticket or put it off since then. */
export async function isPutAwaySince(tx: Tx, { id, view_type, resolved_at }: Ticket, since: Date): Promise<boolean> {
  if (view_type === 'resolved') return resolved_at !== null && resolved_at >= since;
  if (view_type !== 'snoozed') return false;
  const row = await tx.row<{ is_later: boolean }>(
    sql`select added >= ${since} as is_later from snoozes where ticket_id = ${id} and ended_at is null`,
  );
  return row?.is_later === true;
}

/**
 * A letter leaves that was sent before its ticket was put away: it stays there, and taking that back leads to an answered
 * one. Where its writer (null: nobody knows who) resolved it, they did so with this answer, should that reach nobody.
 */
export async function letterLeft(tx: Tx, ticket: Ticket, caller: Caller | null, last: LastMessage): Promise<void> {
  await moveTicket(tx, ticket, 'sentReplyLeft', { last });
  if (ticket.view_type === 'snoozed')
    await tx.run(
      sql`update snoozes set was = 'answered', stood = stood || '{"waiting_since": null}' where ticket_id = ${ticket.id} and ended_at is null and was = ''`,
    );
  else if (caller)
    await tx.run(
      sql`update messages set event_values = event_values || jsonb_build_object('answer', ${last.messageId}::bigint)
          where id = (select id from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'event' and event_key = 'resolved' order by id desc limit 1)
            and author_kind = 'user' and author_id = ${caller.userId}`,
    );
}
