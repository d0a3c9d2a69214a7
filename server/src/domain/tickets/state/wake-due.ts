import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, systemAuthor } from '../event-lines.ts';
import { unreadForAssignee } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import { lockTicket, moveTicket, type Ticket } from '../ticket-queries.ts';
import { findRunningSnooze } from './snooze-rows.ts';

const batch = 50;

export type Woken = { readonly due: number; readonly woken: number; readonly failures: readonly unknown[] };

/**
 * Wakes the tickets whose time has come by the clock of the database, whichever process asks: a row that another one
 * holds is left to it, and whoever comes later finds it awake. One that cannot be woken keeps nobody else asleep. What was
 * merged into another one sleeps until it is a ticket of its own again.
 */
export async function wakeDue(tx: Tx): Promise<Woken> {
  const due = await tx.rows<{ id: number }>(
    sql`select id from tickets where snoozed_until <= now() and merged_into_id is null order by snoozed_until, id limit ${batch} for update skip locked`,
  );
  const failures: unknown[] = [];
  let woken = 0;
  for (const { id } of due) {
    try {
      await partOf(tx).transaction('system', async (part) => {
        const ticket = await lockTicket(part, id);
        if (ticket) await wake(part, ticket);
      });
      woken++;
    } catch (error) {
      failures.push(error);
    }
  }
  return { due: due.length, woken, failures };
}

/**
 * It is our turn again: unread for whoever has it, who is told (flows/notifications). Whether somebody else should have
 * it by now is for the queue of its team, which hears of the ticket as of any other.
 */
async function wake(tx: Tx, ticket: Ticket): Promise<void> {
  const snooze = await findRunningSnooze(tx, ticket.id);
  if (!(await moveTicket(tx, ticket, 'snoozeEnded'))) throw new Error(`ticket ${ticket.id} was not asleep`);
  await unreadForAssignee(tx, ticket);
  const line = {
    ticket,
    key: 'woke_by_time',
    values: { reason: snooze?.reason ?? '', user_id: snooze?.user_id ?? null },
  };
  await recordEvents(tx, [
    ...(await addEventLines(tx, [line], systemAuthor)),
    ticketEvent('updated', ticket, systemActor),
  ]);
}
