import { defaultPrivileges, may, type PrivilegeTable } from '#contract/privileges.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Whoever is to have a ticket must be able to open it: what is assigned to somebody they see in every scope, if their role sees tickets. */
export async function requireAssignee(
  tx: Tx,
  companyId: number,
  userId: number | null | undefined,
  field: string,
): Promise<void> {
  if (userId === null || userId === undefined) return;
  const role = await tx.row<{ name: string; chosen: 0 | 1 | null }>(
    sql`select r.name, p.value as chosen from roles r
        left join company_privileges p on p.company_id = r.company_id and p.role_name = lower(r.name) and p.privilege = 'tickets.get'
        where r.company_id = ${companyId} and r.user_id = ${userId} and r.is_deleted = 0 for key share of r`,
  );
  if (!role) throw new Problem('not_found', { field });
  const company: PrivilegeTable =
    role.chosen === null ? {} : { [role.name.toLowerCase()]: { 'tickets.get': role.chosen } };
  if (!may(role, 'tickets.get', { default: defaultPrivileges, company }))
    throw new Problem('assignee_sees_no_tickets', { field });
}
