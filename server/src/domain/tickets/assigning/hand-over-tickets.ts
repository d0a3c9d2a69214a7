import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import type { Ticket } from '../ticket-queries.ts';

/**
 * Gives everything that somebody still has to do in a company to another person, or to nobody. Resolved tickets keep their
 * name. `to` is of the company: the caller has looked. One word to whoever gets them is the caller's as well: these changes
 * are marked, so that nobody is told of each by itself. Where they went is kept for `handBackTickets`. Answers how many
 * there were.
 */
export async function handOverTickets(
  tx: Tx,
  { companyId, from, to }: { companyId: number; from: number; to: number | null },
  caller: Pick<Caller, 'userId'>,
): Promise<number> {
  const moved = await tx.rows<Moved>(
    sql`update tickets set assignee_id = ${to}, version = version + 1, updated = now() where id in (
          select id from tickets where company_id = ${companyId} and assignee_id = ${from} and view_type <> 'resolved' and is_spam = 0 and is_deleted = 0
          order by id for update) and company_id = ${companyId} returning id, channel, merged_into_id, ${from}::bigint as had`,
  );
  await tx.run(sql`delete from handed_over_tickets where company_id = ${companyId} and user_id = ${from}`);
  await tx.run(
    sql`insert into handed_over_tickets (company_id, user_id, ticket_id, handed_to)
        select ${companyId}, ${from}, unnest(${moved.map(({ id }) => id)}::bigint[]), ${to}::bigint`,
  );
  await tell(tx, moved, { companyId, from, to, how: 'handed_over' }, caller);
  return moved.filter(standsInLists).length;
}

/**
 * Gives somebody who is back what was handed over when they left, as far as it is still where that put it: what was given
 * to a third person meanwhile, or is resolved, stays. Answers how many came back.
 */
export async function handBackTickets(
  tx: Tx,
  { companyId, to }: { companyId: number; to: number },
  caller: Pick<Caller, 'userId'>,
): Promise<number> {
  const moved = await tx.rows<Moved>(
    sql`update tickets t set assignee_id = ${to}, version = version + 1, updated = now()
        from (select k.id, h.handed_to from handed_over_tickets h join tickets k on k.company_id = h.company_id and k.id = h.ticket_id
              where h.company_id = ${companyId} and h.user_id = ${to} and k.assignee_id is not distinct from h.handed_to
                and k.view_type <> 'resolved' and k.is_spam = 0 and k.is_deleted = 0 order by k.id for update of k) back
        where t.id = back.id and t.company_id = ${companyId} returning t.id, t.channel, t.merged_into_id, back.handed_to as had`,
  );
  await tx.run(sql`delete from handed_over_tickets where company_id = ${companyId} and user_id = ${to}`);
  await tell(tx, moved, { companyId, from: null, to, how: 'handed_back' }, caller);
  return moved.filter(standsInLists).length;
}

type Moved = Pick<Ticket, 'id' | 'channel' | 'merged_into_id'> & { readonly had: number | null };
/** What was merged goes along with its ticket, and nobody counts it as one that is to be done. */
const standsInLists = (ticket: Moved): boolean => ticket.merged_into_id === null;
type Move = {
  readonly companyId: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly how: 'handed_over' | 'handed_back';
};

/** A line in each thread, and the news of each. What was merged has no thread to tell it in. */
async function tell(
  tx: Tx,
  moved: readonly Moved[],
  { companyId, from, to, how }: Move,
  caller: Pick<Caller, 'userId'>,
): Promise<void> {
  if (moved.length === 0) return;
  const author = await authorOf(tx, caller);
  const people = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from users where id in (${from}::bigint, ${to}::bigint)`,
  );
  const nameOf = (id: number | null) => people.find((one) => one.id === id)?.name ?? '';
  const line =
    to === null
      ? { key: 'assignee_left', values: { name: nameOf(from) } }
      : { key: how, values: { name: nameOf(to), ...(from !== null && { from: nameOf(from) }) } };
  const told = moved.filter(standsInLists);
  const lines = told.map(({ id, channel }) => ({ ticket: { id, channel, company_id: companyId }, ...line }));
  await recordEvents(tx, [
    ...(await addEventLines(tx, lines, author)),
    ...moved.map(
      ({ id, had }): Happening => ({
        ...{ companyId, entity: 'tickets', action: 'updated', entityId: id, ticketId: id },
        actor: { kind: 'user', id: caller.userId },
        detail: { before: { assignee_id: had }, after: { assignee_id: to }, how },
      }),
    ),
  ]);
}
