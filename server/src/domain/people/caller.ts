import {
  defaultPrivileges,
  may,
  type PrivilegeKey,
  type PrivilegeTable,
  type RoleScope,
} from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import type { Caller, Reach } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { askedForTwoFactor, twoFactorDueAt } from './owed-two-factor.ts';
import { type AccessRule, narrowToAddress } from './remote-access.ts';

export type Role = {
  readonly company_id: number;
  readonly level: number;
  readonly name: string;
  readonly scope: RoleScope;
};

/** The signed-in person as everything behind the front door knows them. */
export type Person = Caller & {
  readonly roles: readonly Role[];
  readonly isEmailConfirmed: boolean;
  /** A company asks it of their role, they have not set it up, and no days of grace are left: until then they may do nothing else. */
  readonly owesTwoFactor: boolean;
  readonly companyPrivileges: ReadonlyMap<number, PrivilegeTable>;
  /** Companies that may not be reached from where the person is now: as if they had no part in them. */
  readonly closed: readonly ClosedCompany[];
  /** Companies that operators of the installation keep from working: likewise. Known once they come in by some door. */
  readonly suspended: readonly SuspendedCompany[];
  /** The same person at this address: without the companies that are closed to it, or to everybody. */
  at(address: string): Person;
};

export type ClosedCompany = { readonly id: number; readonly company_name: string };

/** Why it may not work, and whom to write to. */
type Suspension = { readonly reason: string; readonly contact: string };
export type SuspendedCompany = ClosedCompany & Suspension;

type RoleRow = Role &
  AccessRule & {
    readonly company_name: string;
    readonly is_deleted: 0 | 1;
    readonly suspension: Suspension | null;
    readonly assignees: number[];
    readonly products: number[];
    readonly teams: number[];
  };

/**
 * Roles, companies and privileges of a person, as they stand now. Undefined when the person is gone. A deleted company
 * is none of theirs any more, except to those who may restore it: they find it, and nothing in it.
 */
export const loadPerson = async (db: Database, userId: number): Promise<Person | undefined> =>
  asPerson(userId, (await db.read<PersonRow>('system', personQuery(userId)))[0]);

/** The same of many, asked at once; whoever is gone is not among them. */
export async function loadPeople(db: Database, userIds: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  const found = new Map<number, Person>();
  if (userIds.length === 0) return found;
  const each = sql`select asked.id, p.* from unnest(${userIds}::bigint[]) asked (id) cross join lateral (${personQuery(sql`asked.id`)}) p`;
  for (const { id, ...row } of await db.read<PersonRow & { id: number }>('system', each)) {
    const person = asPerson(id, row);
    if (person) found.set(id, person);
  }
  return found;
}

/** A person as JSON, for a statement that finds out by itself whose id it is; `asPerson` makes the person of it. */
export const personJson = (userId: Sql): Sql => sql`select row_to_json(p) from (${personQuery(userId)}) p`;

export type PersonRow = {
  readonly is_confirmed: boolean;
  readonly owes_two_factor: boolean;
  readonly roles: RoleRow[];
  readonly privileges: { company_id: number; role_name: string; privilege: PrivilegeKey; value: 0 | 1 }[];
};

const personQuery = (userId: number | Sql) =>
  sql`select email_confirmed_at is not null as is_confirmed,
          not exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null)
            and exists (select ${askedForTwoFactor(sql`u.id`)} and ${twoFactorDueAt} <= now()) as owes_two_factor,
          (select coalesce(json_agg(json_build_object('company_id', r.company_id, 'level', r.level, 'name', r.name, 'scope', r.scope, 'is_deleted', c.is_deleted,
              'company_name', c.company_name, 'restrict_remote_access', c.restrict_remote_access, 'ips_list', c.ips_list, 'subnets', c.subnets,
              'suspension', (select json_build_object('reason', s.reason, 'contact', s.contact) from company_suspensions s where s.company_id = c.id),
              'assignees', ${reachedPeople}, 'products', ${reachedProducts}, 'teams', ${reachedTeams}) order by r.company_id), '[]')
             from roles r join companies c on c.id = r.company_id where r.user_id = u.id and r.is_deleted = 0) as roles,
          (select coalesce(json_agg(json_build_object('company_id', p.company_id, 'role_name', p.role_name, 'privilege', p.privilege, 'value', p.value)), '[]')
             from company_privileges p join roles r on r.company_id = p.company_id and r.user_id = u.id and r.is_deleted = 0) as privileges
        from users u where u.id = ${userId} and u.is_deleted = 0`;

export function asPerson(userId: number, row: PersonRow | undefined): Person | undefined {
  if (!row) return undefined;

  const companyPrivileges = new Map<number, PrivilegeTable>();
  for (const { company_id, role_name, privilege, value } of row.privileges) {
    const table = companyPrivileges.get(company_id) ?? {};
    table[role_name] = { ...table[role_name], [privilege]: value };
    companyPrivileges.set(company_id, table);
  }
  return aPerson(
    { userId, isEmailConfirmed: row.is_confirmed, owesTwoFactor: row.owes_two_factor, companyPrivileges },
    row.roles,
    { closed: [], suspended: [] },
  );
}

/**
 * Whose tickets somebody of a narrow scope sees, besides what is assigned to themselves: within `team`, those of everybody
 * in their teams.
 */
const reachedPeople = sql`case r.scope when 'company' then null when 'team' then
    (select coalesce(json_agg(distinct o.user_id), '[]') from team_members m join teams t on t.id = m.team_id and t.is_deleted = 0
       join team_members o on o.company_id = m.company_id and o.team_id = m.team_id where m.company_id = r.company_id and m.user_id = r.user_id)
  else '[]'::json end`;

/** And of which products: those they work in; within `team`, also those that anybody in their teams works in. */
const reachedProducts = sql`case r.scope when 'product' then
    (select coalesce(json_agg(p.product_id), '[]') from product_members p where p.company_id = r.company_id and p.user_id = r.user_id)
  when 'team' then
    (select coalesce(json_agg(distinct p.product_id), '[]') from product_members p where p.company_id = r.company_id and (p.user_id = r.user_id or p.user_id in
       (select o.user_id from team_members m join teams t on t.id = m.team_id and t.is_deleted = 0
          join team_members o on o.company_id = m.company_id and o.team_id = m.team_id where m.company_id = r.company_id and m.user_id = r.user_id)))
  else '[]'::json end`;

/** And of which teams: within `team`, their own. */
const reachedTeams = sql`case r.scope when 'team' then
    (select coalesce(json_agg(m.team_id), '[]') from team_members m join teams t on t.id = m.team_id and t.is_deleted = 0
      where m.company_id = r.company_id and m.user_id = r.user_id)
  else '[]'::json end`;

type Known = Pick<Person, 'userId' | 'isEmailConfirmed' | 'owesTwoFactor' | 'companyPrivileges'>;

function aPerson(
  known: Known,
  roles: readonly RoleRow[],
  where: { closed: readonly ClosedCompany[]; suspended: readonly SuspendedCompany[]; address?: string },
): Person {
  const roleIn = new Map(roles.map((role) => [role.company_id, role]));
  const isGranted = (role: Role, privilege: PrivilegeKey) =>
    may(role, privilege, { default: defaultPrivileges, company: known.companyPrivileges.get(role.company_id) });
  const mine = roles.filter((role) => role.is_deleted === 0 || isGranted(role, 'companies.restore'));
  const person: Person = {
    ...known,
    ...where,
    roles: roles
      .filter((role) => role.is_deleted === 0)
      .map(({ company_id, level, name, scope }) => ({ company_id, level, name, scope })),
    companies: mine.map((role) => role.company_id),
    narrowed: new Map(
      mine.filter((role) => role.scope !== 'company').map((role) => [role.company_id, reachOf(known.userId, role)]),
    ),
    may(companyId, privilege) {
      const role = roleIn.get(companyId);
      if (!role || !isPrivilege(privilege)) return false;
      if (role.is_deleted === 1 && !(inTheBin.has(privilege) && isGranted(role, 'companies.restore'))) return false;
      return isGranted(role, privilege);
    },
    at(address) {
      const { open, shut } = narrowToAddress(roles, address);
      const working = open.filter((role) => role.suspension === null);
      if (working.length === roles.length) return { ...person, address };
      const suspended = open.flatMap((role) =>
        role.suspension && role.is_deleted === 0 ? [{ ...nameOf(role), ...role.suspension }] : [],
      );
      // A deleted one is nobody's place any more: it keeps nobody out.
      const closed = shut.filter((role) => role.is_deleted === 0).map(nameOf);
      return aPerson(known, working, { closed, suspended, address });
    },
  };
  return person;
}

const nameOf = (role: RoleRow): ClosedCompany => ({ id: role.company_id, company_name: role.company_name });

/** Whether nothing is left that could be reached from where the person is. */
export const isShutOut = (person: Person): boolean => person.closed.length > 0 && person.companies.length === 0;

/** The suspended company of a person who has no other. */
export const onlySuspended = (person: Person): SuspendedCompany | undefined =>
  person.companies.length === 0 ? person.suspended[0] : undefined;

/** What is assigned to somebody, they see in every scope. */
const reachOf = (userId: number, { assignees, products, teams }: RoleRow): Reach => ({
  assignees: [userId, ...(assignees ?? []).filter((id) => id !== userId)],
  products: products ?? [],
  teams: teams ?? [],
});

/** All that can be done with a deleted company. */
const inTheBin = new Set<PrivilegeKey>(['companies.get', 'companies.restore']);

const isPrivilege = (text: string): text is PrivilegeKey => text.includes('.');

export const suspendedProblem = ({ company_name: company, reason, contact }: SuspendedCompany): Problem =>
  new Problem('company_suspended', { values: { company, reason, contact } });
