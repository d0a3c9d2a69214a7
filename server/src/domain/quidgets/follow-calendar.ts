import type { Tx } from '#platform/database.ts';
import { movedRows } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Happening } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** When somebody is there to chat does not vanish under a quidget: it goes by another calendar first. */
registerDependent('calendars', 'quidgets', {
  privilege: 'quidgets.update',
  mustMove: true,
  count: (ids) =>
    sql`select count(*)::int as n from quidgets q join channel_accounts t on t.id = q.id
        where q.calendar_id = any (${ids}::bigint[]) and t.is_deleted = 0`,
  move: (tx, ids, to, caller) =>
    give(
      tx,
      sql`select t.id, t.company_id, q.calendar_id, ${to}::bigint as becomes from quidgets q join channel_accounts t on t.id = q.id
          where q.calendar_id = any (${ids}::bigint[]) and t.is_deleted = 0 order by t.id for update`,
      caller,
    ),
  back: {
    ...{ entity: 'quidgets', field: 'calendar_id' },
    give: (tx, moved, caller) =>
      give(
        tx,
        sql`select t.id, t.company_id, q.calendar_id, m."to" as becomes from quidgets q join channel_accounts t on t.id = q.id
            join ${movedRows(moved)} on m.id = q.id and m.at = q.calendar_id order by t.id for update of q, t`,
        caller,
      ),
  },
});

async function give(tx: Tx, rows: Sql, caller: Caller): Promise<Happening[]> {
  const given = await tx.rows<{ id: number; company_id: number; calendar_id: number; becomes: number }>(
    sql`with was as (${rows}),
          marked as (update channel_accounts t set settings_version = settings_version + 1, updated = now() from was where t.id = was.id)
        update quidgets q set calendar_id = was.becomes from was where q.id = was.id
          returning q.id, q.company_id, was.calendar_id, was.becomes`,
  );
  return given.map(({ id, company_id: companyId, calendar_id, becomes }) => ({
    ...{ companyId, entity: 'quidgets', action: 'updated' as const, entityId: id },
    actor: { kind: 'user' as const, id: caller.userId },
    detail: { before: { calendar_id }, after: { calendar_id: becomes } },
  }));
}
