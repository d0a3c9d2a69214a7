import { sql } from '../sql.ts';
import type { Dependent } from './dependents.ts';

/** Rows in use that name a row of another noun in this column, and name another one when that is disabled. */
export function dependentByColumn(the: {
  /** The noun that depends, and where its rows are. */
  entity: string;
  table?: string;
  column: string;
  mustMove: boolean;
}): Dependent {
  const [table, column] = [sql.unsafe(the.table ?? the.entity), sql.unsafe(the.column)];
  return {
    privilege: `${the.entity}.update`,
    mustMove: the.mustMove,
    count: (ids) =>
      sql`select count(*)::int as n from ${table} where ${column} = any (${ids}::bigint[]) and is_deleted = 0`,
    async move(tx, ids, to, caller) {
      const moved = await tx.rows<{ id: number; company_id: number; was: number }>(
        sql`update ${table} t set ${column} = ${to}, updated = now()
            from (select id, ${column} as was from ${table} where ${column} = any (${ids}::bigint[]) and is_deleted = 0 order by id for update) was
            where t.id = was.id returning t.id, t.company_id, was.was`,
      );
      return moved.map(({ id, company_id: companyId, was }) => ({
        ...{ companyId, entity: the.entity, action: 'updated' as const, entityId: id },
        actor: { kind: 'user' as const, id: caller.userId },
        detail: { before: { [the.column]: was }, after: { [the.column]: to } },
      }));
    },
  };
}
