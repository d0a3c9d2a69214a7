import type { Tx } from '#platform/database.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

/**
 * Gives everything that somebody still has to do in a company to another person, or to nobody. Resolved tickets keep their
 * name. `to` is of the company: the caller has looked. One word to whoever gets them is the caller's as well: these changes
 * are marked, so that nobody is told of each by itself. Where they went is kept for `handBackTickets`. Answers how many
 * there were.
 */
export async function handOverTickets(
  tx: Tx,
  { companyId, from, to }: { companyId: number; from: number; to: number | null },
  actor: Actor,
): Promise<number> {
  const moved = await tx.rows<{ id: number }>(
    sql`update tickets set assignee_id = ${to}, version = version + 1, updated = now() where id in (
          select id from tickets where company_id = ${companyId} and assignee_id = ${from} and view_type <> 'resolved' and is_spam = 0 and is_deleted = 0
          order by id for update) and company_id = ${companyId} returning id`,
  );
  await tx.run(sql`delete from handed_over_tickets where company_id = ${companyId} and user_id = ${from}`);
  await tx.run(
    sql`insert into handed_over_tickets (company_id, user_id, ticket_id, handed_to)
        select ${companyId}, ${from}, unnest(${moved.map(({ id }) => id)}::bigint[]), ${to}::bigint`,
  );
  await recordEvents(
    tx,
    moved.map(({ id }) => moving(companyId, id, actor, { from, to, how: 'handed_over' })),
  );
  return moved.length;
}

/**
 * Gives somebody who is back what was handed over when they left, as far as it is still where that put it: what was given
 * to a third person meanwhile, or is resolved, stays. Answers how many came back.
 */
export async function handBackTickets(
  tx: Tx,
  { companyId, to }: { companyId: number; to: number },
  actor: Actor,
): Promise<number> {
  const moved = await tx.rows<{ id: number; handed_to: number | null }>(
    sql`update tickets t set assignee_id = ${to}, version = version + 1, updated = now()
        from (select k.id, h.handed_to from handed_over_tickets h join tickets k on k.company_id = h.company_id and k.id = h.ticket_id
              where h.company_id = ${companyId} and h.user_id = ${to} and k.assignee_id is not distinct from h.handed_to
                and k.view_type <> 'resolved' and k.is_spam = 0 and k.is_deleted = 0 order by k.id for update of k) back
        where t.id = back.id and t.company_id = ${companyId} returning t.id, back.handed_to`,
  );
  await tx.run(sql`delete from handed_over_tickets where company_id = ${companyId} and user_id = ${to}`);
  await recordEvents(
    tx,
    moved.map(({ id, handed_to }) => moving(companyId, id, actor, { from: handed_to, to, how: 'handed_back' })),
  );
  return moved.length;
}

type Move = { from: number | null; to: number | null; how: 'handed_over' | 'handed_back' };

const moving = (companyId: number, id: number, actor: Actor, { from, to, how }: Move) => ({
  ...{ companyId, entity: 'tickets', action: 'updated' as const, entityId: id, ticketId: id, actor },
  detail: { before: { assignee_id: from }, after: { assignee_id: to }, how },
});
