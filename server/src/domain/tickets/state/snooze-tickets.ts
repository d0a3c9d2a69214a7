import { snoozeYearsMax } from '#contract/snoozes.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Happening } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { changeEach } from '../change-each.ts';
import { addEventLines, type LineAuthor } from '../event-lines.ts';
import { moveTicket, type Ticket } from '../ticket-queries.ts';
import { beginSnooze, endSnooze, findRunningSnooze, resumeSnooze } from './snooze-rows.ts';
import { standAgain } from './stand-again.ts';

/** Checked: it lies ahead. */
export type Snooze = { readonly until: Date; readonly reason: string; readonly wakesOnReply: boolean };

/** What somebody asked for, or why it cannot be; `field` is where it stands in the request. */
export function readSnooze(
  asked: { until: string; reason?: string | undefined; wake_on_reply?: 0 | 1 | undefined },
  field: string,
  now = new Date(),
): Snooze {
  const until = new Date(`${asked.until.replace(' ', 'T')}Z`);
  if (until <= now) throw new Problem('time_not_ahead', { field: `${field}.until` });
  const furthest = new Date(now);
  furthest.setUTCFullYear(furthest.getUTCFullYear() + snoozeYearsMax);
  if (until > furthest)
    throw new Problem('time_too_far', { field: `${field}.until`, values: { years: snoozeYearsMax } });
  return { until, reason: asked.reason?.trim() ?? '', wakesOnReply: asked.wake_on_reply !== 0 };
}

/** Puts tickets off. Answers those that were; one that is put off until that very time already is left alone. */
export function snoozeTickets(
  db: Transactions,
  ids: readonly number[],
  the: Snooze,
  caller: Caller,
): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, (tx) =>
    changeEach(tx, ids, caller, async (ticket, author) => {
      if (ticket.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.ids' });
      const running = ticket.view_type === 'snoozed' ? await findRunningSnooze(tx, ticket.id) : undefined;
      if (running && isSame(running, the)) return undefined;
      return { lines: await putOff(tx, ticket, the, author, 'data.ids') };
    }),
  );
}

const isSame = (running: { until: Date; reason: string; wakes_on_reply: 0 | 1 }, the: Snooze): boolean =>
  running.until.getTime() === the.until.getTime() &&
  running.reason === the.reason &&
  (running.wakes_on_reply === 1) === the.wakesOnReply;

/** Puts one ticket off: its state, the snooze and the line of its thread. Answers the happenings of the line. */
export async function putOff(
  tx: Tx,
  ticket: Ticket,
  the: Snooze,
  author: LineAuthor,
  field: string,
): Promise<Happening[]> {
  const { view_type: was } = ticket;
  if (author.id === null) throw new Problem('not_in_this_state', { field });
  const isMoved = await moveTicket(tx, ticket, 'agentSnoozed', { sleep: the, by: author.id });
  if (!isMoved || was === 'resolved') throw new Problem('not_in_this_state', { field });
  await beginSnooze(tx, { ticket, was, userId: author.id }, the);
  const values = { until: the.until.toISOString(), reason: the.reason };
  return addEventLines(tx, [{ ticket, key: the.reason ? 'snoozed_why' : 'snoozed', values }], author);
}

/**
 * Ends snoozes before their time: it is our turn again. Undoing one's own goes back to where the ticket stood, so that
 * nothing is left of it but its lines.
 */
export function wakeTickets(
  db: Transactions,
  ids: readonly number[],
  how: 'wake' | 'undo',
  caller: Caller,
): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, (tx) =>
    changeEach(tx, ids, caller, async (ticket, author) => {
      if (ticket.view_type !== 'snoozed') return undefined;
      if (how === 'wake') await moveTicket(tx, ticket, 'agentReopened', { by: caller.userId });
      else if (!(await undoSnooze(tx, ticket, caller))) return undefined;
      return { lines: await addEventLines(tx, [{ ticket, key: how === 'wake' ? 'woken' : 'snooze_undone' }], author) };
    }),
  );
}

/** Whether the customer wrote while this snooze ran, which did not mind it: also what their server had before and we fetched since. */
const hasReplied = async (tx: Tx, ticketId: number, snoozeId: number): Promise<boolean> =>
  (await tx.row(
    sql`select from messages m, snoozes s where s.id = ${snoozeId} and m.ticket_id = ${ticketId}
          and (m.added >= s.added or m.id > (select max(e.id) from messages e where e.ticket_id = ${ticketId} and e.kind = 'event' and e.event_key in ('snoozed', 'snoozed_why')))
          and m.kind = 'inbound' and (m.mail_kind is null or m.mail_kind = 'human')`,
  )) !== undefined;

/** Answers whether it was: what somebody else has put off since stays so. */
async function undoSnooze(tx: Tx, ticket: Ticket, caller: Caller): Promise<boolean> {
  const running = await findRunningSnooze(tx, ticket.id);
  if (running && running.user_id !== caller.userId) return false;
  const before = running?.replaces_id
    ? await tx.row<{ id: number; until: Date; wakes_on_reply: 0 | 1 }>(
        sql`select id, until, wakes_on_reply from snoozes where id = ${running.replaces_id} and ended_how = 'replaced' and until > now()`,
      )
    : undefined;
  if (running && before?.wakes_on_reply === 1 && (await hasReplied(tx, ticket.id, running.id))) {
    await moveTicket(tx, ticket, 'agentReopened');
    return true;
  }
  if (before) {
    await endSnooze(tx, ticket.id, 'agentUndidSnooze');
    await resumeSnooze(tx, before.id);
    const sleep = { until: before.until, wakesOnReply: before.wakes_on_reply === 1 };
    await moveTicket(tx, ticket, 'agentUndidSnooze', { sleep });
    return true;
  }
  const isTheirTurn = running?.was === 'answered' && ticket.last_direction === 2;
  // What the customer wrote meanwhile stays: whoever waits is waited for, and an answered ticket is our turn.
  if (!running?.stood || running.was !== (isTheirTurn ? 'answered' : '')) {
    await moveTicket(tx, ticket, isTheirTurn ? 'agentTookBack' : 'agentReopened');
    return true;
  }
  const { queued_at, team_id } = running.stood;
  await endSnooze(tx, ticket.id, 'agentUndidSnooze');
  await standAgain(tx, ticket, {
    view_type: running.was,
    waiting_since: running.stood.waiting_since ?? ticket.waiting_since,
    resolved_at: null,
    queued_at,
    team_id,
  });
  return true;
}
