import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { authorOf } from '../event-lines.ts';
import { lockVisibleTicket, sees } from '../ticket-access.ts';
import type { Ticket } from '../ticket-queries.ts';
import { changeAssignment, isOther } from './assign-tickets.ts';
import { awaitArchived } from './give-back-archived.ts';
import { requireAssignee } from './may-be-assigned.ts';

/** Whose a ticket was, its place in the queue then as PostgreSQL writes it, and the same of the time before. */
type Had = {
  readonly assignee_id: number | null;
  readonly team_id: number | null;
  readonly queued_at: string | null;
  readonly given_from: string | null;
  readonly passed_by: number | null;
  /** Whether it waited for whoever had it where its company came from. */
  readonly is_awaited: boolean | null;
  readonly before: object | null;
  /** It may still be offered to take it back: as long as what is said stays on the person's screen, and a minute. */
  readonly is_offered: boolean | null;
};

/**
 * Takes back that this person gave tickets to somebody, the last time first: each is theirs again whose it was, in its
 * place of the queue. What has become anybody's since stays. Whoever has left meanwhile, or sees no tickets any more, gets
 * none back: it is nobody's. Answers the ones that went back. `isOfJob`: a job of theirs gave them, so they know of them.
 */
export function putAssignmentBack(
  db: Transactions,
  ids: readonly number[],
  caller: Caller,
  { isOfJob = false } = {},
): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const isKnown = async (_caller: Caller, ticket: Ticket) =>
      isOfJob || sees(caller, ticket) || (await hasJustGivenAway(tx, ticket, caller));
    const author = await authorOf(tx, caller);
    const back: number[] = [];
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const ticket = await lockVisibleTicket(tx, id, caller, 'tickets.update', 'data.ids', isKnown);
      const had = await findHad(tx, id, caller);
      if (!had) continue;
      const to = await whoCanHave(tx, ticket, had);
      if (isOther(ticket, to)) await changeAssignment(tx, [ticket], to, author);
      await tx.run(
        sql`update tickets set given_from = ${had.given_from}::timestamptz, passed_by = ${had.passed_by}, assigned_before = ${had.before && JSON.stringify(had.before)}::jsonb,
              queued_at = case when team_id is not distinct from ${had.team_id}::bigint then ${had.queued_at}::timestamptz end where id = ${id}`,
      );
      if (had.is_awaited) await awaitArchived(tx, [id], true);
      back.push(id);
    }
    return back;
  });
}

/** Whoever sees only a part of a company gives tickets out of it: for as long as it is offered, they take them back. */
async function hasJustGivenAway(tx: Tx, ticket: Ticket, caller: Caller): Promise<boolean> {
  const had = await findHad(tx, ticket.id, caller);
  return had?.is_offered === true && sees(caller, { ...ticket, assignee_id: had.assignee_id, team_id: had.team_id });
}

const findHad = (tx: Tx, id: number, caller: Caller): Promise<Had | undefined> =>
  tx.row(
    sql`select h.assignee_id, h.team_id, h.queued_at, h.given_from, h.passed_by, h.is_awaited, h.before,
          h.at > now() - interval '1 minute' - u.notification_duration * interval '1 millisecond' as is_offered
        from tickets t join users u on u.id = ${caller.userId}, jsonb_to_record(t.assigned_before) as h (by bigint, at timestamptz, assignee_id bigint, team_id bigint, queued_at text, given_from text, passed_by bigint, is_awaited boolean, before jsonb)
        where t.id = ${id} and t.assigned_before is not null and h.by = u.id`,
  );

async function whoCanHave(tx: Tx, { company_id: companyId }: Ticket, { assignee_id, team_id }: Had) {
  // Whoever disables it waits for this. Whoever gives its tickets out has locked it first and those behind it: they must not.
  const team = await tx.row<{ id: number }>(
    sql`select id from teams where company_id = ${companyId} and id = ${team_id} and is_deleted = 0 for key share`,
  );
  const person = await requireAssignee(tx, companyId, assignee_id, 'data.ids').then(
    () => assignee_id,
    (error: unknown) => (error instanceof Problem ? null : Promise.reject(error)),
  );
  return { assignee_id: person, team_id: team?.id ?? null };
}
