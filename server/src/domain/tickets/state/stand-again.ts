import type { ViewType } from '#contract/tickets.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { partFromLeavers } from '../assigning/part-from-leavers.ts';
import type { Ticket } from '../ticket-queries.ts';
import { findLastSnooze, resumeSnooze } from './snooze-rows.ts';

/** As PostgreSQL writes it, where a millisecond is not exact enough. */
type Moment = Date | string | null;

/** How a ticket stood. */
export type Stood = {
  readonly view_type: ViewType;
  readonly waiting_since: Moment;
  readonly resolved_at: Moment;
  /** Its place in the queue of that team; what is absent is left to the queue. */
  readonly queued_at?: Moment;
  readonly team_id?: number | null;
};

/** Without a line of it. A snooze that it was in runs on as it was; one whose time has come meanwhile ends by the clock. */
export async function standAgain(tx: Tx, { id }: Pick<Ticket, 'id'>, the: Stood): Promise<void> {
  const snooze = the.view_type === 'snoozed' ? await findLastSnooze(tx, id) : undefined;
  const place =
    the.queued_at === undefined
      ? sql.empty
      : sql`, queued_at = case when team_id is not distinct from ${the.team_id ?? null}::bigint then ${the.queued_at}::timestamptz end`;
  await tx.run(
    sql`update tickets set view_type = ${the.view_type}, waiting_since = ${the.waiting_since}::timestamptz, resolved_at = ${the.resolved_at}::timestamptz${place},
          snoozed_until = ${snooze?.until ?? null}::timestamptz, wakes_on_reply = ${snooze?.wakes_on_reply ?? 1}::smallint,
          stood = null, version = version + 1, updated = now() where id = ${id}`,
  );
  if (snooze) await resumeSnooze(tx, snooze.id);
  await partFromLeavers(tx, [id]);
}
