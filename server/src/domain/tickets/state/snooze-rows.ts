import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Happening } from './ticket-life.ts';

export type SnoozeRow = {
  readonly id: number;
  readonly user_id: number;
  readonly until: Date;
  readonly reason: string;
  readonly wakes_on_reply: 0 | 1;
  readonly was: '' | 'answered' | 'snoozed';
  readonly replaces_id: number | null;
  /** How its ticket stood before; null where nobody put it off by hand. */
  readonly stood: {
    readonly waiting_since: string | null;
    readonly queued_at: string | null;
    readonly team_id: number | null;
  } | null;
};

type EndedHow = 'time' | 'customer' | 'person' | 'undone' | 'answered' | 'resolved' | 'replaced';

const endings: Record<Happening, EndedHow> = {
  customerWrote: 'customer',
  customerWroteMeanwhile: 'customer',
  thirdPartyAnswered: 'customer',
  agentReplied: 'answered',
  sentReplyLeft: 'answered',
  answerFailed: 'answered',
  agentTookBack: 'undone',
  agentResolved: 'resolved',
  agentReopened: 'person',
  agentSnoozed: 'replaced',
  agentUndidSnooze: 'undone',
  snoozeEnded: 'time',
  joinedByOpen: 'person',
  joinedByAnswered: 'person',
};

/** The snooze of the ticket is over: what happened ended it. */
export async function endSnooze(tx: Tx, ticketId: number, by: Happening): Promise<void> {
  await tx.run(
    sql`update snoozes set ended_at = now(), ended_how = ${endings[by]} where ticket_id = ${ticketId} and ended_at is null`,
  );
}

export const findRunningSnooze = (tx: Tx, ticketId: number): Promise<SnoozeRow | undefined> =>
  tx.row<SnoozeRow>(
    sql`select id, user_id, until, reason, wakes_on_reply, was, replaces_id, stood from snoozes where ticket_id = ${ticketId} and ended_at is null`,
  );

/** The one that ran last: one that was resumed ran after what was begun over it. */
export const findLastSnooze = (
  tx: Tx,
  ticketId: number,
): Promise<Pick<SnoozeRow, 'id' | 'until' | 'wakes_on_reply'> | undefined> =>
  tx.row(
    sql`select id, until, wakes_on_reply from snoozes where ticket_id = ${ticketId} order by ended_at desc nulls first, id desc limit 1`,
  );

/** Begins a snooze of a ticket that was just moved into it; the one that ran is replaced by it. */
export async function beginSnooze(
  tx: Tx,
  of: { ticket: { id: number; company_id: number }; was: SnoozeRow['was']; userId: number },
  the: { until: Date; reason: string; wakesOnReply: boolean },
): Promise<void> {
  const { ticket, was, userId } = of;
  await tx.run(
    sql`with replaced as (
          update snoozes set ended_at = now(), ended_how = 'replaced' where ticket_id = ${ticket.id}::bigint and ended_at is null returning id)
        insert into snoozes (company_id, ticket_id, user_id, until, reason, wakes_on_reply, was, replaces_id, stood)
        select ${ticket.company_id}::bigint, ${ticket.id}::bigint, ${userId}::bigint, ${the.until}::timestamptz, ${the.reason}::text, ${the.wakesOnReply ? 1 : 0}::smallint,
          ${was}::text, (select id from replaced), (select stood from tickets where id = ${ticket.id}::bigint)`,
  );
}

/** What leaves a ticket that sleeps, and says nothing, sleeps as long and for the same reason. */
export async function snoozeAlike(tx: Tx, { id }: { id: number }, ticketId: number): Promise<void> {
  await tx.run(
    sql`insert into snoozes (company_id, ticket_id, user_id, until, reason, wakes_on_reply, was)
        select company_id, ${ticketId}::bigint, user_id, until, reason, wakes_on_reply, case was when 'answered' then 'answered' else '' end
        from snoozes where ticket_id = ${id} and ended_at is null`,
  );
}

/** One that was over runs on, as if it had never ended. */
export async function resumeSnooze(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update snoozes set ended_at = null, ended_how = null where id = ${id}`);
}
