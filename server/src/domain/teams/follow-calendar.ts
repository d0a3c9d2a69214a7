import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** What a team goes by does not vanish under it: it goes by another calendar first. */
registerDependent('calendars', 'teams', {
  privilege: 'teams.update',
  mustMove: true,
  count: (ids) =>
    sql`select count(*)::int as n from teams where calendar_id = any (${ids}::bigint[]) and is_deleted = 0`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; calendar_id: number }>(
      sql`update teams t set calendar_id = ${to}, updated = now()
          from (select id, calendar_id from teams where calendar_id = any (${ids}::bigint[]) and is_deleted = 0 order by id for update) was
          where t.id = was.id returning t.id, t.company_id, was.calendar_id`,
    );
    return moved.map(({ id, company_id: companyId, calendar_id }) => ({
      ...{ companyId, entity: 'teams', action: 'updated' as const, entityId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { calendar_id }, after: { calendar_id: to } },
    }));
  },
});
