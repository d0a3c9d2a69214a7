import { registerDependent } from '#platform/entities/dependents.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** More are not moved in one transaction: every desk that shows them is told of each. */
const movedMax = 10_000;

/** Tickets take another label when theirs is disabled, if somebody says which; else they keep it, as they had it. */
registerDependent('labels', 'tickets', {
  privilege: 'tickets.update',
  mustMove: false,
  count: (ids) =>
    sql`select count(*)::int as n from tickets where label_id = any (${ids}::bigint[]) and is_deleted = 0 and merged_into_id is null`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; label_id: number }>(
      sql`update tickets t set label_id = ${to}, version = t.version + 1
          from (select id, label_id from tickets where label_id = any (${ids}::bigint[])
                  and is_deleted = 0 and merged_into_id is null order by id limit ${movedMax + 1} for update) was
          where t.id = was.id returning t.id, t.company_id, was.label_id`,
    );
    if (moved.length > movedMax) throw new Problem('limit_reached', { field: 'filter', values: { max: movedMax } });
    return moved.map(({ id, company_id: companyId, label_id }) => ({
      ...{ companyId, entity: 'tickets', action: 'updated' as const, entityId: id, ticketId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { label_id }, after: { label_id: to } },
    }));
  },
});
