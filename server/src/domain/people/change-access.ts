import { adminLevel, type RoleName, type RoleScope, roleLevels } from '#contract/privileges.ts';
import { teamMembersMax } from '#contract/teams.ts';
import type { Database, Scope, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { isScopeAbove, whyNotOver } from './access-rules.ts';
import type { Person } from './caller.ts';
import { lockMembers } from './lock-members.ts';
import { teamsWithRoom } from './teams-with-room.ts';

export type AccessChange = {
  readonly role?: RoleName | undefined;
  readonly scope?: RoleScope | undefined;
  readonly team_ids?: readonly number[] | undefined;
  readonly product_ids?: readonly number[] | undefined;
};

/** What the editor saw of it before. */
export type AccessSeen = {
  readonly role?: string | undefined;
  readonly scope?: RoleScope | undefined;
  readonly team_ids?: readonly number[] | undefined;
  readonly product_ids?: readonly number[] | undefined;
};

type Target = { level: number; name: string; scope: RoleScope; is_deleted: 0 | 1 };

/** Changes what a colleague may do in a company. Nobody rises above whoever lifts them, and somebody administers it after. */
export async function changeAccess(
  db: Database,
  editor: Person,
  the: { userId: number; companyId: number },
  change: AccessChange,
  seen: AccessSeen = {},
): Promise<void> {
  await withTarget(db, editor, the, 'users.update', async (tx, target) => {
    if (target.is_deleted === 1) throw new Problem('not_in_this_state', { field: 'data.id' });
    const before = { ...target, ...(await belongings(tx, the)) };
    requireAsSeen({ ...before, role: target.name.toLowerCase() }, seen);
    if (change.role !== undefined) await changeRole(tx, editor, the, target, change.role);
    if (change.scope !== undefined && change.scope !== target.scope) {
      if (isScopeAbove(editor, the, change.scope)) throw new Problem('above_own_rights', { field: 'data.scope' });
      await tx.run(
        sql`update roles set scope = ${change.scope}, updated = now() where company_id = ${the.companyId} and user_id = ${the.userId}`,
      );
    }
    await requireOthers(tx, the, target, stoodAs(target, change));
    if (change.team_ids) await setMembership(tx, editor, the, 'team', before.team_ids, change.team_ids);
    if (change.product_ids) await setMembership(tx, editor, the, 'product', before.product_ids, change.product_ids);
    await tell(tx, editor, the, 'updated', {
      before: { role: target.name, scope: target.scope, team_ids: before.team_ids, product_ids: before.product_ids },
      after: { role: target.name, scope: target.scope, ...change },
    });
  });
}

/**
 * Out of the company at once: its rows are gone for them with their next request. `andThen` does, in the same transaction
 * and for no tenant, what follows from it.
 */
export async function removeFromCompany(
  db: Database,
  editor: Person,
  the: { userId: number; companyId: number },
  andThen: (tx: Tx) => Promise<void>,
): Promise<void> {
  const work = async (tx: Tx, target: Target) => {
    if (target.is_deleted === 1) return;
    await requireOthers(tx, the, target);
    await mark(tx, the, sql`is_deleted = 1`);
    await andThen(tx);
    await tell(tx, editor, the, 'deleted');
  };
  await withTarget(db, editor, the, 'users.delete', work, 'system');
}

/** Others have taken their place there meanwhile. */
async function leaveFullTeams(tx: Tx, { userId, companyId }: { userId: number; companyId: number }): Promise<void> {
  const own = sql`select team_id from team_members where company_id = ${companyId} and user_id = ${userId}`;
  const teamIds = (await tx.rows<{ team_id: number }>(own)).map((one) => one.team_id);
  const open = await teamsWithRoom(tx, companyId, teamIds);
  await tx.run(
    sql`delete from team_members where company_id = ${companyId} and user_id = ${userId} and team_id <> all (${open}::bigint[])`,
  );
}

/** Into the company again, in the role they had. `andThen` as in `removeFromCompany`. */
export async function takeBack(
  db: Database,
  editor: Person,
  the: { userId: number; companyId: number },
  andThen: (tx: Tx) => Promise<void>,
): Promise<void> {
  const work = async (tx: Tx, target: Target) => {
    if (target.is_deleted === 0) return;
    await leaveFullTeams(tx, the);
    await mark(tx, the, sql`is_deleted = 0, role_since = now()`);
    await andThen(tx);
    await tell(tx, editor, the, 'restored');
  };
  await withTarget(db, editor, the, 'users.restore', work);
}

/** Finds the colleague while nobody else changes who works in the company, so that two who leave at once do not both. */
async function withTarget(
  db: Database,
  editor: Person,
  { userId, companyId }: { userId: number; companyId: number },
  privilege: string,
  then: (tx: Tx, target: Target) => Promise<void>,
  scope: Scope = { companies: [companyId] },
): Promise<void> {
  const hidden = new Problem('not_found', { field: 'data.company_id' });
  if (!editor.companies.includes(companyId) || !editor.may(companyId, 'users.get')) throw hidden;
  await db.transaction(scope, async (tx) => {
    await lockMembers(tx, companyId);
    const target = await tx.row<Target>(
      sql`select level, name, scope, is_deleted from roles where company_id = ${companyId} and user_id = ${userId} for update`,
    );
    if (!target) throw new Problem('not_found', { field: 'data.id' });
    const why = whyNotOver(editor, companyId, privilege, target.level);
    if (why) throw new Problem(why);
    await then(tx, target);
  });
}

/** Refuses what was decided over other values than there are by now, naming each. */
function requireAsSeen(present: Required<AccessSeen>, seen: AccessSeen): void {
  const names = ['role', 'scope', 'team_ids', 'product_ids'] as const;
  const [first, ...rest] = names
    .filter((name) => seen[name] !== undefined && inOrder(seen[name]) !== inOrder(present[name]))
    .map((name) => new Problem('conflict', { field: `data.${name}` }));
  if (first) throw new Problems([first, ...rest]);
}
const inOrder = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted((a: number, b: number) => a - b) : value);

async function changeRole(
  tx: Tx,
  editor: Person,
  the: { userId: number; companyId: number },
  target: Target,
  role: RoleName,
): Promise<void> {
  const level = roleLevels[role];
  if (level === target.level && role === target.name) return;
  if (whyNotOver(editor, the.companyId, 'users.update', level))
    throw new Problem('above_own_rights', { field: 'data.role' });
  await tx.run(
    sql`update roles set level = ${level}, name = ${role}, updated = now(), role_since = now() where company_id = ${the.companyId} and user_id = ${the.userId}`,
  );
}

type Standing = { readonly level: number; readonly scope: RoleScope };

const stoodAs = ({ level, scope }: Standing, change: AccessChange): Standing => ({
  level: change.role === undefined ? level : roleLevels[change.role],
  scope: change.scope ?? scope,
});

/**
 * The last one who administers a company stays one, and so does its last owner. So do the last of them who see all of it:
 * nobody gives more than they see, so what nobody sees could be given to nobody any more.
 */
async function requireOthers(
  tx: Tx,
  { userId, companyId }: { userId: number; companyId: number },
  from: Standing,
  to?: Standing,
): Promise<void> {
  const others = await tx.rows<Standing>(
    sql`select r.level, r.scope from roles r join users u on u.id = r.user_id and u.is_deleted = 0
        where r.company_id = ${companyId} and r.user_id <> ${userId} and r.is_deleted = 0 and r.level >= ${adminLevel}`,
  );
  const at = to ? { field: to.level < from.level ? 'data.role' : 'data.scope' } : {};
  for (const [level, key] of [[adminLevel, 'last_admin'] as const, [roleLevels.owner, 'last_owner'] as const]) {
    const stands = (one: Standing) => one.level >= level;
    const seesAll = (one: Standing) => stands(one) && one.scope === 'company';
    if ([stands, seesAll].some((is) => is(from) && !(to && is(to)) && !others.some(is))) throw new Problem(key, at);
  }
}

const mark = (tx: Tx, { userId, companyId }: { userId: number; companyId: number }, as: Sql) =>
  tx.run(sql`update roles set ${as}, updated = now() where company_id = ${companyId} and user_id = ${userId}`);

type Kind = 'team' | 'product';

async function belongings(tx: Tx, { userId, companyId }: { userId: number; companyId: number }) {
  const row = await tx.row<{ team_ids: number[]; product_ids: number[] }>(
    sql`select coalesce((select json_agg(team_id order by team_id) from team_members where company_id = ${companyId} and user_id = ${userId}), '[]') as team_ids,
          coalesce((select json_agg(product_id order by product_id) from product_members where company_id = ${companyId} and user_id = ${userId}), '[]') as product_ids`,
  );
  return row ?? { team_ids: [], product_ids: [] };
}

/** Exactly these, all of the company. Whoever sees a part of it only hands out no other part. */
async function setMembership(
  tx: Tx,
  editor: Person,
  { userId, companyId }: { userId: number; companyId: number },
  kind: Kind,
  was: readonly number[],
  wanted: readonly number[],
): Promise<void> {
  const field = `data.${kind}_ids`;
  const ids = [...new Set(wanted)];
  const added = ids.filter((id) => !was.includes(id));
  const [members, parents, column] = [`${kind}_members`, `${kind}s`, `${kind}_id`].map((name) => sql.unsafe(name)) as [
    ReturnType<typeof sql.unsafe>,
    ReturnType<typeof sql.unsafe>,
    ReturnType<typeof sql.unsafe>,
  ]; // three go in, three come out
  const found = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from ${parents} where company_id = ${companyId} and id = any (${added}::bigint[]) and is_deleted = 0`,
  );
  if (found?.n !== added.length) throw new Problem('not_found', { field });
  const reach = editor.narrowed.get(companyId);
  if (reach && added.length > 0 && (kind === 'team' || added.some((id) => !reach.products.includes(id))))
    throw new Problem('above_own_rights', { field });
  if (kind === 'team' && (await teamsWithRoom(tx, companyId, added)).length < added.length)
    throw new Problem('limit_reached', { field, values: { max: teamMembersMax } });
  await tx.run(
    sql`delete from ${members} where company_id = ${companyId} and user_id = ${userId} and not (${column} = any (${ids}::bigint[]))`,
  );
  await tx.run(
    sql`insert into ${members} (company_id, user_id, ${column}) select ${companyId}, ${userId}, unnest(${added}::bigint[]) on conflict do nothing`,
  );
}

const tell = (
  tx: Tx,
  editor: Person,
  { userId, companyId }: { userId: number; companyId: number },
  action: 'updated' | 'deleted' | 'restored',
  detail?: Record<string, unknown>,
) =>
  recordEvents(tx, [
    {
      companyId,
      entity: 'users',
      action,
      entityId: userId,
      actor: { kind: 'user', id: editor.userId },
      ...(detail ? { detail } : {}),
    },
  ]);
