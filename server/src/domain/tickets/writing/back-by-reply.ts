import type { Tx } from '#platform/database.ts';
import type { EventLine } from '../event-lines.ts';
import { findRunningSnooze } from '../state/snooze-rows.ts';
import type { Ticket } from '../ticket-queries.ts';

/** The line of what an answer of ours brings back, which its letter does not tell. Asked before the ticket moves. */
export async function backByReply(tx: Tx, ticket: Ticket): Promise<EventLine | undefined> {
  if (ticket.view_type === 'resolved') return { ticket, key: 'reopened_by_reply' };
  const snooze = ticket.view_type === 'snoozed' && (await findRunningSnooze(tx, ticket.id));
  if (!snooze) return undefined;
  const { until, reason } = snooze;
  return {
    ticket,
    key: reason ? 'woke_by_reply_why' : 'woke_by_reply',
    values: { until: until.toISOString(), reason },
  };
}
