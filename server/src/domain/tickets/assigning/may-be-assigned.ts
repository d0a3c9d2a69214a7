import { defaultPrivileges, may, type PrivilegeKey, type PrivilegeTable } from '#contract/privileges.ts';
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
  const isAllowed = await mayIn(tx, { companyId, userId }, 'tickets.get');
  if (isAllowed === undefined) throw new Problem('not_found', { field });
  if (!isAllowed) throw new Problem('assignee_sees_no_tickets', { field });
}

/** The same of role `r`: whoever has it sees tickets. Every role does that a company has not taken it from. */
export const seesTickets = sql.unsafe(`not exists (select from company_privileges p
    where p.company_id = r.company_id and p.role_name = lower(r.name) and p.privilege = 'tickets.get' and p.value = 0)`);

/** Whether somebody's role in the company may do this, until the end of the transaction; undefined: they do not work there. */
export async function mayIn(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  privilege: PrivilegeKey,
): Promise<boolean | undefined> {
  const role = await tx.row<{ name: string; chosen: 0 | 1 | null }>(
    sql`select r.name, p.value as chosen from roles r
        left join company_privileges p on p.company_id = r.company_id and p.role_name = lower(r.name) and p.privilege = ${privilege}
        where r.company_id = ${companyId} and r.user_id = ${userId} and r.is_deleted = 0 for key share of r`,
  );
  if (!role) return undefined;
  const company: PrivilegeTable =
    role.chosen === null ? {} : { [role.name.toLowerCase()]: { [privilege]: role.chosen } };
  return may(role, privilege, { default: defaultPrivileges, company });
}
