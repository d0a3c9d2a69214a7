import { registerDependent } from '#platform/entities/dependents.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** More are not moved in one transaction: every desk that shows them is told of each. */
const movedMax = 10_000;

/** Tickets that are not done go along when their product is disabled, if somebody says where to. */
registerDependent('products', 'open_tickets', {
  privilege: 'tickets.update',
  mustMove: false,
  count: (ids) =>
    sql`select count(*)::int as n from tickets where product_id = any (${ids}::bigint[]) and view_type <> 'resolved' and is_deleted = 0 and is_spam = 0`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; product_id: number; assignee_id: number | null }>(
      sql`update tickets t set product_id = ${to}, version = t.version + 1
          from (select id, product_id, assignee_id from tickets where product_id = any (${ids}::bigint[])
                  and view_type <> 'resolved' and is_deleted = 0 and is_spam = 0 order by id limit ${movedMax + 1} for update) was
          where t.id = was.id returning t.id, t.company_id, was.product_id, was.assignee_id`,
    );
    if (moved.length > movedMax) throw new Problem('limit_reached', { field: 'filter', values: { max: movedMax } });
    return moved.map(({ id, company_id: companyId, product_id, assignee_id }) => ({
      ...{ companyId, entity: 'tickets', action: 'updated' as const, entityId: id, ticketId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { product_id, assignee_id }, after: { product_id: to } },
    }));
  },
});
