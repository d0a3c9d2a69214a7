import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Templates may go to another category when theirs is disabled; else they stand outside of all. */
registerDependent('categories', 'templates', {
  privilege: 'templates.update',
  mustMove: false,
  count: (ids) =>
    sql`select count(*)::int as n from templates where category_id = any (${ids}::bigint[]) and is_deleted = 0`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; category_id: number }>(
      sql`update templates t set category_id = ${to}, updated = now()
          from (select id, category_id from templates where category_id = any (${ids}::bigint[]) order by id for update) was
          where t.id = was.id returning t.id, t.company_id, was.category_id`,
    );
    return moved.map(({ id, company_id: companyId, category_id }) => ({
      ...{ companyId, entity: 'templates', action: 'updated' as const, entityId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { category_id }, after: { category_id: to } },
    }));
  },
});
