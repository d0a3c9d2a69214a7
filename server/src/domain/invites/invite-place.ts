import { rolesToInviteAs } from '#contract/invites.ts';
import type { RoleName, RoleScope } from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { levelIn, type Person } from '../people/index.ts';

/** Where somebody is invited to, and as what: neither role nor scope are above the inviter's. */
export type Place = {
  readonly companyId: number;
  readonly companyName: string;
  readonly logo: string | null;
  /** Without a name while it is disabled: nothing is said of it, and who comes is in it once it is restored. */
  readonly team: { readonly id: number; readonly name: string | null } | null;
  readonly role: RoleName;
  readonly scope: RoleScope;
  /** Nobody said how far they see: an open invitation stays as far as it was. */
  readonly isScopeOpen: boolean;
};

/**
 * The team, or the company, as far as the person may do this there. What they do not see is not there, and a disabled team is
 * there for those alone who were invited to it before (`evenDisabled`).
 */
export async function findPlace(
  db: Database,
  person: Person,
  where: { team_id?: number | undefined; company_id?: number | undefined },
  privilege: 'invites.get' | 'invites.create' | 'invites.delete',
  role: RoleName = 'agent',
  { evenDisabled = false, scope }: { evenDisabled?: boolean; scope?: RoleScope | undefined } = {},
): Promise<Place> {
  const [row] = await db.read<{
    company_id: number;
    company_name: string;
    logo: string | null;
    is_there: boolean;
    team_name: string | null;
  }>(
    { companies: person.companies },
    sql`select c.id as company_id, c.company_name, c.logo, case when t.is_deleted = 0 then t.name end as team_name, ${where.team_id ?? null}::bigint is null or t.id is not null as is_there
        from companies c left join teams t on t.company_id = c.id and t.id = ${where.team_id ?? null}::bigint and (t.is_deleted = 0 or ${evenDisabled})
        where c.id = coalesce(${where.company_id ?? null}::bigint, (select company_id from teams where id = ${where.team_id ?? null}::bigint)) and c.is_deleted = 0`,
  );
  const field = where.team_id === undefined ? 'data.company_id' : 'data.team_id';
  if (!row) throw new Problem('not_found', { field: where.company_id === undefined ? field : 'data.company_id' });
  if (!row.is_there) throw new Problem('not_found', { field });
  const { company_id: companyId, company_name: companyName, logo, team_name: name } = row;
  if (!person.may(companyId, privilege)) throw new Problem('forbidden');
  if (!rolesToInviteAs(levelIn(person, companyId), person.may(companyId, 'users.update')).includes(role))
    throw new Problem('above_own_rights', { field: 'data.role' });
  const isNarrowed = person.narrowed.has(companyId);
  const team = where.team_id === undefined ? null : { id: where.team_id, name };
  // A team widens what its members see.
  if (privilege === 'invites.create' && isNarrowed && team) throw new Problem('above_own_rights', { field });
  const reach = isNarrowed ? 'own' : (scope ?? 'company');
  return { companyId, companyName, logo, team, role, scope: reach, isScopeOpen: !isNarrowed && scope === undefined };
}
