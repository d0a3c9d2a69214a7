import { registerDependent } from '#platform/entities/dependents.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** More are not moved in one transaction: every desk that shows them is told of each. */
const movedMax = 10_000;

const notDone = sql.unsafe(`view_type <> 'resolved' and is_deleted = 0 and is_spam = 0 and merged_into_id is null`);

/** Nobody looks into the queue of a team that is disabled: what is not done goes to another one, if somebody says which. */
registerDependent('teams', 'open_tickets', {
  privilege: 'tickets.update',
  mustMove: false,
  count: (ids) => sql`select count(*)::int as n from tickets where team_id = any (${ids}::bigint[]) and ${notDone}`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; team_id: number; assignee_id: number | null }>(
      sql`update tickets t set team_id = ${to}, version = t.version + 1
          from (select id, team_id, assignee_id from tickets where team_id = any (${ids}::bigint[]) and ${notDone}
                  order by id limit ${movedMax + 1} for update) was
          where t.id = was.id returning t.id, t.company_id, was.team_id, was.assignee_id`,
    );
    if (moved.length > movedMax) throw new Problem('limit_reached', { field: 'filter', values: { max: movedMax } });
    return moved.map(({ id, company_id: companyId, team_id, assignee_id }) => ({
      ...{ companyId, entity: 'tickets', action: 'updated' as const, entityId: id, ticketId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { team_id, assignee_id }, after: { team_id: to } },
    }));
  },
});
