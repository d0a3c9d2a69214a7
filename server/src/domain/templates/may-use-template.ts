import type { Tx } from '#platform/database.ts';
import { type Caller, companiesWith } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';

/**
 * The one rule of who finds a template: its owner; its team while that is not disabled, and whoever may share templates with
 * teams; everybody, when it is the company's. `alias` is an SQL name of ours.
 */
export function mayUseTemplate(caller: Caller, alias: string): Sql {
  const column = (name: string) => sql.unsafe(`${alias}.${name}`);
  const sharing = companiesWith(caller, 'templates.share');
  const reading = companiesWith(caller, 'templates.get');
  // Asked once for the whole statement: as a condition of each row, all members of all teams were read for a page.
  const own = sql`array(select w.team_id from team_members w join teams o on o.id = w.team_id and o.is_deleted = 0
    where w.company_id = any (${reading}::bigint[]) and w.user_id = ${caller.userId})`;
  return sql`(${column('visibility')} = 'company' or ${column('owner_id')} = ${caller.userId}
    or (${column('visibility')} = 'team' and (${column('company_id')} = any (${sharing}::bigint[])
      or ${column('team_id')} = any (${own}))))`;
}

export async function isUsable(tx: Tx, templateId: number, caller: Caller): Promise<boolean> {
  const found = await tx.row(
    sql`select 1 from templates t where t.id = ${templateId} and ${mayUseTemplate(caller, 't')}`,
  );
  return found !== undefined;
}
