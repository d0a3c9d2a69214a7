import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** When somebody is there to chat does not vanish under a quidget: it goes by another calendar first. */
registerDependent('calendars', 'quidgets', {
  privilege: 'quidgets.update',
  mustMove: true,
  count: (ids) =>
    sql`select count(*)::int as n from quidgets q join channel_accounts t on t.id = q.id
        where q.calendar_id = any (${ids}::bigint[]) and t.is_deleted = 0`,
  async move(tx, ids, to, caller) {
    const moved = await tx.rows<{ id: number; company_id: number; calendar_id: number }>(
      sql`with was as (select t.id, t.company_id, q.calendar_id from quidgets q join channel_accounts t on t.id = q.id
              where q.calendar_id = any (${ids}::bigint[]) and t.is_deleted = 0 order by t.id for update),
            marked as (update channel_accounts t set settings_version = settings_version + 1, updated = now() from was where t.id = was.id)
          update quidgets q set calendar_id = ${to} from was where q.id = was.id returning q.id, q.company_id, was.calendar_id`,
    );
    return moved.map(({ id, company_id: companyId, calendar_id }) => ({
      ...{ companyId, entity: 'quidgets', action: 'updated' as const, entityId: id },
      actor: { kind: 'user' as const, id: caller.userId },
      detail: { before: { calendar_id }, after: { calendar_id: to } },
    }));
  },
});
