import type { z } from 'zod';
import {
  adminLevel,
  defaultPrivileges,
  type getPrivileges,
  may,
  type PrivilegeKey,
  privilegeKeys,
  type RoleName,
  type requireTwoFactor as requireTwoFactorCall,
  roleLevels,
  roleNames,
  whyFixed,
} from '#contract/privileges.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { levelIn } from './access-rules.ts';
import type { Person } from './caller.ts';
import { lockMembers } from './lock-members.ts';

type Answer = z.output<typeof getPrivileges.answer>;
type People = { role: RoleName; id: number; name: string };
const namedMax = 100;

/** Answers `privileges/get`. */
export async function describePrivileges(db: Database, asking: Person, companyId: number): Promise<Answer> {
  requireSight(asking, companyId);
  const companies = [companyId];
  const { people, changes, settings } = await db.transaction({ companies }, async (tx) => ({
    people: await tx.rows<People>(
      sql`select lower(r.name) as role, u.id, u.name from roles r join users u on u.id = r.user_id and u.is_deleted = 0
          where r.company_id = ${companyId} and r.is_deleted = 0 order by u.name, u.id`,
    ),
    changes: await tx.rows<{ role_name: string; privilege: string; value: 0 | 1 }>(
      sql`select role_name, privilege, value from company_privileges where company_id = ${companyId}`,
    ),
    settings: await tx.rows<{ role_name: string; is_two_factor_required: boolean; grace_days: number }>(
      sql`select role_name, is_two_factor_required, grace_days from company_role_settings where company_id = ${companyId}`,
    ),
  }));
  const protectedIds = await protectedAmong(
    db,
    people.map((one) => one.id),
  );
  return {
    can_change: levelIn(asking, companyId) >= adminLevel && asking.may(companyId, 'privileges.update'),
    roles: roleNames.map((name) => {
      const mine = people.filter((one) => one.role === name);
      const asked = settings.find((one) => one.role_name === name);
      return {
        name,
        level: roleLevels[name],
        people: mine.length,
        is_two_factor_required: asked?.is_two_factor_required ? 1 : 0,
        two_factor_grace_days: asked?.grace_days ?? 0,
        without_two_factor: mine
          .filter((one) => !protectedIds.has(one.id))
          .slice(0, namedMax)
          .map((one) => ({ id: one.id, name: one.name })),
        defaults: { ...defaultPrivileges[name] },
        changes: Object.fromEntries(
          changes.filter((one) => one.role_name === name).map((one) => [one.privilege, one.value]),
        ),
      };
    }),
  };
}

export type PrivilegeChange = {
  readonly role: RoleName;
  readonly privilege: string;
  readonly value: 0 | 1 | null;
  readonly seen?: 0 | 1 | undefined;
};

/**
 * Gives and takes rights. Nobody gives what they do not have, nobody touches a role above their own, and what keeps a
 * company repairable stays as it is. All changes or none, and none over what somebody else changed since it was `seen`.
 */
export async function changePrivileges(
  db: Database,
  editor: Person,
  companyId: number,
  changes: readonly PrivilegeChange[],
): Promise<void> {
  requireChange(editor, companyId);
  const checked = changes.map((change, i) => checkChange(editor, companyId, change, `data.changes[${i}]`));
  await db.transaction({ companies: [companyId] }, async (tx) => {
    await lockMembers(tx, companyId);
    const before = await tx.rows<{ role_name: string; privilege: string; value: 0 | 1 }>(
      sql`select role_name, privilege, value from company_privileges where company_id = ${companyId} order by 1, 2`,
    );
    const [first, ...rest] = checked.flatMap(({ role, privilege, value, seen }, i) => {
      const usual = defaultPrivileges[role]?.[privilege] ?? 0;
      const now = before.find((one) => one.role_name === role && one.privilege === privilege)?.value ?? usual;
      const isAsSeen = seen === undefined || now === seen || now === (value ?? usual);
      return isAsSeen ? [] : [new Problem('conflict', { field: `data.changes[${i}]` })];
    });
    if (first) throw new Problems([first, ...rest]);
    for (const { role, privilege, value } of checked) await writeChange(tx, companyId, role, privilege, value);
    const touched = (list: readonly { role_name: string; privilege: string; value: 0 | 1 | null }[]) =>
      Object.fromEntries(list.map((one) => [`${one.role_name}.${one.privilege}`, one.value]));
    await tell(tx, editor, companyId, {
      before: touched(
        before.filter((was) => checked.some((one) => one.role === was.role_name && one.privilege === was.privilege)),
      ),
      after: touched(checked.map((one) => ({ ...one, role_name: one.role }))),
    });
  });
}

/**
 * Asks two-factor of a role. Whoever asks it of others has it on: otherwise the first to be shut out is themselves. Days of grace
 * that are changed later count from when it was first asked. Refused where somebody else asked otherwise since it was `seen`.
 */
export async function requireTwoFactor(
  db: Database,
  editor: Person,
  companyId: number,
  { role, isRequired, graceDays }: { role: RoleName; isRequired: boolean; graceDays: number },
  seen: TwoFactorSeen = {},
): Promise<void> {
  requireChange(editor, companyId);
  if (roleLevels[role] > levelIn(editor, companyId)) throw new Problem('above_own_rights', { field: 'data.role' });
  if (isRequired && !(await protectedAmong(db, [editor.userId])).has(editor.userId))
    throw new Problem('two_factor_first');
  await db.transaction({ companies: [companyId] }, async (tx) => {
    await lockMembers(tx, companyId);
    await requireTwoFactorAsSeen(tx, companyId, role, seen);
    await tx.run(
      sql`insert into company_role_settings as s (company_id, role_name, is_two_factor_required, grace_days)
          values (${companyId}, ${role}, ${isRequired}, ${graceDays})
          on conflict (company_id, role_name) do update set is_two_factor_required = excluded.is_two_factor_required,
            grace_days = excluded.grace_days, required_since = case when s.is_two_factor_required then s.required_since else now() end`,
    );
    const after = {
      [`${role}.is_two_factor_required`]: isRequired ? 1 : 0,
      [`${role}.two_factor_grace_days`]: graceDays,
    };
    await tell(tx, editor, companyId, { after });
  });
}

type TwoFactorSeen = NonNullable<z.output<typeof requireTwoFactorCall.data>['seen']>;

async function requireTwoFactorAsSeen(tx: Tx, companyId: number, role: RoleName, seen: TwoFactorSeen): Promise<void> {
  const now = (await tx.row<Required<TwoFactorSeen>>(
    sql`select is_two_factor_required::int as is_required, grace_days from company_role_settings where company_id = ${companyId} and role_name = ${role}`,
  )) ?? { is_required: 0, grace_days: 0 };
  const [first, ...rest] = (['is_required', 'grace_days'] as const)
    .filter((name) => seen[name] !== undefined && seen[name] !== now[name])
    .map((name) => new Problem('conflict', { field: `data.${name}` }));
  if (first) throw new Problems([first, ...rest]);
}

function requireSight(person: Person, companyId: number): void {
  if (!person.companies.includes(companyId) || !person.may(companyId, 'companies.get'))
    throw new Problem('not_found', { field: 'data.company_id' });
  if (!person.may(companyId, 'privileges.get')) throw new Problem('forbidden');
}

function requireChange(person: Person, companyId: number): void {
  requireSight(person, companyId);
  if (levelIn(person, companyId) < adminLevel || !person.may(companyId, 'privileges.update'))
    throw new Problem('forbidden');
}

function checkChange(editor: Person, companyId: number, change: PrivilegeChange, at: string) {
  const privilege = privilegeKeys.find((key) => key === change.privilege);
  if (!privilege) throw new Problem('invalid_value', { field: `${at}.privilege` });
  if (whyFixed(change.role, privilege)) throw new Problem('right_is_fixed', { field: at });
  const isAbove = roleLevels[change.role] > levelIn(editor, companyId);
  const gives = change.value ?? (may({ name: change.role }, privilege, { default: defaultPrivileges }) ? 1 : 0);
  if (isAbove || (gives === 1 && !editor.may(companyId, privilege)))
    throw new Problem('above_own_rights', { field: at });
  return { role: change.role, privilege, value: change.value, seen: change.seen };
}

/** Only what differs from the default is kept: a default that changes later holds for whoever wished nothing else. */
async function writeChange(tx: Tx, companyId: number, role: RoleName, privilege: PrivilegeKey, value: 0 | 1 | null) {
  if (value === null || value === (defaultPrivileges[role]?.[privilege] ?? 0)) {
    await tx.run(
      sql`delete from company_privileges where company_id = ${companyId} and role_name = ${role} and privilege = ${privilege}`,
    );
    return;
  }
  await tx.run(
    sql`insert into company_privileges (company_id, role_name, privilege, value) values (${companyId}, ${role}, ${privilege}, ${value})
        on conflict (company_id, role_name, privilege) do update set value = excluded.value`,
  );
}

/** Who of these has two-factor on. */
async function protectedAmong(db: Database, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.read<{ user_id: number }>(
    'system',
    sql`select user_id from two_factors where user_id = any (${userIds}::bigint[]) and confirmed_at is not null`,
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Everybody of the company reads anew what they may. */
const tell = (tx: Tx, editor: Person, companyId: number, detail: Record<string, unknown>) =>
  recordEvents(tx, [
    {
      companyId,
      entity: 'companies',
      action: 'updated',
      entityId: companyId,
      actor: { kind: 'user', id: editor.userId },
      params: { privileges: true },
      detail,
    },
  ]);
