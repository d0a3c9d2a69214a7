import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { sql } from '#platform/sql.ts';
import { type Hours, hours, missesAbsent, ofCalendar } from '../../calendars/index.ts';
import { isAbsent } from '../../presence/index.ts';
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
 * It is our turn again: unread for whoever has it, who is told (flows/notifications). Where they are away and its team
 * shares out, it goes to the queue of the team; while the team is closed it stays with them, and goes there only when the
 * team has opened without them.
 */
async function wake(tx: Tx, ticket: Ticket): Promise<void> {
  const snooze = await findRunningSnooze(tx, ticket.id);
  const away = await findAbsent(tx, ticket);
  const absent = away && missesAbsent(away, Date.now()) ? { name: away.name, team: away.team } : undefined;
  if (!(await moveTicket(tx, ticket, 'snoozeEnded'))) throw new Error(`ticket ${ticket.id} was not asleep`);
  if (absent) await tx.run(sql`update tickets set assignee_id = null, given_from = null where id = ${ticket.id}`);
  else await unreadForAssignee(tx, ticket);
  if (away && !absent)
    await tx.run(sql`update tickets set given_from = coalesce(given_from, now()) where id = ${ticket.id}`);
  const line = {
    ticket,
    key: 'woke_by_time',
    values: { reason: snooze?.reason ?? '', user_id: snooze?.user_id ?? null },
  };
  const lines = absent ? [line, { ticket, key: 'back_in_queue', values: absent }] : [line];
  const news = ticketEvent('updated', ticket, systemActor);
  const detail = { before: { assignee_id: ticket.assignee_id }, after: { assignee_id: null } };
  await recordEvents(tx, [...(await addEventLines(tx, lines, systemAuthor)), absent ? { ...news, detail } : news]);
}

/** Who has it and is away, by name, while its team shares out what waits. Asked before it moves. */
const findAbsent = (tx: Tx, { id }: Ticket): Promise<({ name: string; team: string } & Hours) | undefined> =>
  tx.row(
    sql`select a.name, t.name as team, ${hours} from tickets k join users a on a.id = k.assignee_id join teams t on t.company_id = k.company_id and t.id = k.team_id ${ofCalendar}
        where k.id = ${id} and t.routing <> 'off' and t.is_deleted = 0 and k.is_spam = 0 and k.is_deleted = 0 and ${sql.unsafe(isAbsent('a', 'k.updated'))}`,
  );
