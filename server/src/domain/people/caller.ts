import { defaultPrivileges, may, type PrivilegeKey, type PrivilegeTable } from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';

export type Role = { readonly company_id: number; readonly level: number; readonly name: string };

/** The signed-in person as everything behind the front door knows them. */
export type Person = Caller & {
  readonly roles: readonly Role[];
  readonly isEmailConfirmed: boolean;
  /** A company asks it of their role, and they have not set it up: until then they may do nothing else. */
  readonly owesTwoFactor: boolean;
  readonly companyPrivileges: ReadonlyMap<number, PrivilegeTable>;
};

/**
 * Roles, companies and privileges of a person, as they stand now. Undefined when the person is gone. A deleted company
 * is none of theirs any more, except to those who may restore it: they find it, and nothing in it.
 */
export async function loadPerson(db: Database, userId: number): Promise<Person | undefined> {
  const [row] = await db.read<{
    is_confirmed: boolean;
    owes_two_factor: boolean;
    roles: (Role & { is_deleted: 0 | 1 })[];
    privileges: { company_id: number; role_name: string; privilege: PrivilegeKey; value: 0 | 1 }[];
  }>(
    'system',
    sql`select email_confirmed_at is not null as is_confirmed,
          not exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null)
            and exists (select from roles r join companies c on c.id = r.company_id and c.is_deleted = 0
                join company_role_settings s on s.company_id = r.company_id and s.role_name = lower(r.name) and s.is_two_factor_required
              where r.user_id = u.id) as owes_two_factor,
          (select coalesce(json_agg(json_build_object('company_id', r.company_id, 'level', r.level, 'name', r.name, 'is_deleted', c.is_deleted) order by r.company_id), '[]')
             from roles r join companies c on c.id = r.company_id where r.user_id = u.id) as roles,
          (select coalesce(json_agg(json_build_object('company_id', p.company_id, 'role_name', p.role_name, 'privilege', p.privilege, 'value', p.value)), '[]')
             from company_privileges p join roles r on r.company_id = p.company_id and r.user_id = u.id) as privileges
        from users u where u.id = ${userId} and u.is_deleted = 0`,
  );
  if (!row) return undefined;

  const companyPrivileges = new Map<number, PrivilegeTable>();
  for (const { company_id, role_name, privilege, value } of row.privileges) {
    const table = companyPrivileges.get(company_id) ?? {};
    table[role_name] = { ...table[role_name], [privilege]: value };
    companyPrivileges.set(company_id, table);
  }
  const roleIn = new Map(row.roles.map((role) => [role.company_id, role]));
  const isGranted = (role: Role, privilege: PrivilegeKey) =>
    may(role, privilege, { default: defaultPrivileges, company: companyPrivileges.get(role.company_id) });
  const mine = row.roles.filter((role) => role.is_deleted === 0 || isGranted(role, 'companies.restore'));
  return {
    userId,
    roles: row.roles.filter((role) => role.is_deleted === 0).map(({ is_deleted: _is, ...role }) => role),
    companies: mine.map((role) => role.company_id),
    isEmailConfirmed: row.is_confirmed,
    owesTwoFactor: row.owes_two_factor,
    companyPrivileges,
    may(companyId, privilege) {
      const role = roleIn.get(companyId);
      if (!role || !isPrivilege(privilege)) return false;
      if (role.is_deleted === 1 && !(inTheBin.has(privilege) && isGranted(role, 'companies.restore'))) return false;
      return isGranted(role, privilege);
    },
  };
}

/** All that can be done with a deleted company. */
const inTheBin = new Set<PrivilegeKey>(['companies.get', 'companies.restore']);

const isPrivilege = (text: string): text is PrivilegeKey => text.includes('.');
