import { type Dependent, registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Products that name a team, a mailbox or a calendar name another one when it is disabled, if somebody says which. */
const byColumn = (name: 'team_id' | 'mailbox_id' | 'auto_reply_calendar_id', mustMove: boolean): Dependent => {
  const column = sql.unsafe(name);
  return {
    privilege: 'products.update',
    mustMove,
    count: (ids) =>
      sql`select count(*)::int as n from products where ${column} = any (${ids}::bigint[]) and is_deleted = 0`,
    async move(tx, ids, to, caller) {
      const moved = await tx.rows<{ id: number; company_id: number; was: number }>(
        sql`update products t set ${column} = ${to}, updated = now()
            from (select id, ${column} as was from products where ${column} = any (${ids}::bigint[]) and is_deleted = 0 order by id for update) was
            where t.id = was.id returning t.id, t.company_id, was.was`,
      );
      return moved.map(({ id, company_id: companyId, was }) => ({
        ...{ companyId, entity: 'products', action: 'updated' as const, entityId: id },
        actor: { kind: 'user' as const, id: caller.userId },
        detail: { before: { [name]: was }, after: { [name]: to } },
      }));
    },
  };
};

registerDependent('teams', 'products', byColumn('team_id', false));
registerDependent('mailboxes', 'products', byColumn('mailbox_id', false));
// What an automatic reply goes by does not vanish under it.
registerDependent('calendars', 'products', byColumn('auto_reply_calendar_id', true));
