import type { Tx } from '#platform/database.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { seesTickets } from './may-be-assigned.ts';

export type ArchivedAssignee = { readonly ticketId: number; readonly email: string };

/** So long what somebody had is not shared out among those who have come: people are invited anew, one after the other. */
const awaitedDays = 14;

/** Whether a ticket waits for whoever had it elsewhere, as nobody here has decided whose it is. */
export const awaitsArchived = (alias: string): Sql =>
  sql.unsafe(`exists (select from archived_assignees a where a.company_id = ${alias}.company_id and a.ticket_id = ${alias}.id
    and a.is_awaited = 1 and a.added > now() - interval '${awaitedDays} days')`);

/** Somebody has decided whose these are: they wait no more, or again where that was taken back. */
export const awaitArchived = (tx: Tx, ids: readonly number[], isAwaited: boolean): Promise<number> =>
  tx.run(
    sql`update archived_assignees a set is_awaited = ${isAwaited ? 1 : 0} from tickets t
        where t.id = any (${ids}::bigint[]) and a.company_id = t.company_id and a.ticket_id = t.id`,
  );

/** Notes who had tickets where their company came from. Archives name people by their addresses. */
export async function keepArchivedAssignees(
  tx: Tx,
  companyId: number,
  assignees: readonly ArchivedAssignee[],
): Promise<void> {
  if (assignees.length === 0) return;
  await tx.run(
    sql`insert into archived_assignees (company_id, ticket_id, email)
        select ${companyId}, ticket_id, lower(email)
          from unnest(${assignees.map((one) => one.ticketId)}::bigint[], ${assignees.map((one) => one.email)}::text[]) as a (ticket_id, email)
        on conflict do nothing`,
  );
}

/**
 * Gives people of a company what was theirs where it came from, as far as nobody has taken it meanwhile: everybody who
 * works there with that address confirmed, or `userId` alone. Whose role sees no tickets gets none of them.
 */
export async function giveBackArchived(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId?: number },
  actor: Actor,
): Promise<void> {
  const only = userId === undefined ? sql.empty : sql` and u.id = ${userId}`;
  const found = await tx.rows<{ ticket_id: number; user_id: number; sees_tickets: boolean }>(
    sql`select k.id as ticket_id, u.id as user_id, ${seesTickets} as sees_tickets from archived_assignees a
          join users u on lower(u.email) = a.email and u.email_confirmed_at is not null and u.is_deleted = 0${only}
          join roles r on r.company_id = a.company_id and r.user_id = u.id and r.is_deleted = 0
          join tickets k on k.company_id = a.company_id and k.id = a.ticket_id
        where a.company_id = ${companyId} order by k.id for update of k`,
  );
  const theirs = found.filter((one) => one.sees_tickets);
  const given = await tx.rows<{ id: number; assignee_id: number }>(
    sql`update tickets t set assignee_id = g.user_id, version = version + 1
        from unnest(${theirs.map((one) => one.ticket_id)}::bigint[], ${theirs.map((one) => one.user_id)}::bigint[]) as g (ticket_id, user_id)
        where t.company_id = ${companyId} and t.id = g.ticket_id and t.assignee_id is null returning t.id, t.assignee_id`,
  );
  await tx.run(
    sql`delete from archived_assignees where company_id = ${companyId} and ticket_id = any (${found.map((one) => one.ticket_id)}::bigint[])`,
  );
  await recordEvents(
    tx,
    given.map(({ id, assignee_id }) => ({
      ...{ companyId, entity: 'tickets', action: 'updated', entityId: id, ticketId: id, actor },
      detail: { before: { assignee_id: null }, after: { assignee_id }, how: 'handed_back' },
    })),
  );
}
