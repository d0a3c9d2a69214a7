import type { ViewType } from '#contract/tickets.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { changeEach } from '../change-each.ts';
import { addEventLines } from '../event-lines.ts';
import type { Ticket } from '../ticket-queries.ts';
import { findLastSnooze, resumeSnooze } from './snooze-rows.ts';
import { takenBackBy } from './ticket-life.ts';

/** How a ticket stood. */
type Stood = {
  readonly view_type: ViewType;
  readonly waiting_since: Date | null;
  readonly resolved_at: Date | null;
  /** Its place in the queue of its team; what is absent is left to the queue. */
  readonly queued_at?: Date | null;
};

/**
 * Takes back the last thing that this person did to tickets: resolving, reopening or waking them. Each stands where it
 * stood: asleep until its time and for its reason, waiting since it waited, in its place of the queue. `left` is the state
 * that was made of them; whatever moved one since is not taken back. Answers the ones that moved.
 */
export function putBack(db: Transactions, ids: readonly number[], left: ViewType, caller: Caller): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, (tx) =>
    changeEach(tx, ids, caller, async (ticket, author) => {
      if (ticket.view_type !== left) return undefined;
      const stood = await findStood(tx, ticket, caller);
      const key = stood && takenBackBy(left, stood.view_type);
      if (!stood || !key) return undefined;
      await standAgain(tx, ticket, stood);
      return { lines: await addEventLines(tx, [{ ticket, key }], author) };
    }),
  );
}

const findStood = (tx: Tx, ticket: Ticket, caller: Caller): Promise<Stood | undefined> =>
  tx.row(
    sql`select stood->>'view_type' as view_type, (stood->>'waiting_since')::timestamptz as waiting_since,
          (stood->>'resolved_at')::timestamptz as resolved_at, (stood->>'queued_at')::timestamptz as queued_at
        from tickets where id = ${ticket.id} and (stood->>'by')::bigint = ${caller.userId}`,
  );

/** Without a line. A snooze that it was in runs on as it was; one whose time has come meanwhile ends by the clock. */
export async function standAgain(tx: Tx, { id }: Pick<Ticket, 'id'>, the: Stood): Promise<void> {
  const snooze = the.view_type === 'snoozed' ? await findLastSnooze(tx, id) : undefined;
  const place = the.queued_at === undefined ? sql.empty : sql`, queued_at = ${the.queued_at}`;
  await tx.run(
    sql`update tickets set view_type = ${the.view_type}, waiting_since = ${the.waiting_since}, resolved_at = ${the.resolved_at}${place},
          snoozed_until = ${snooze?.until ?? null}::timestamptz, wakes_on_reply = ${snooze?.wakes_on_reply ?? 1}::smallint,
          stood = null, version = version + 1, updated = now() where id = ${id}`,
  );
  if (snooze) await resumeSnooze(tx, snooze.id);
}
