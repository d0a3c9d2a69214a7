import { rolesToInviteAs } from '#contract/invites.ts';
import { type RoleName, type RoleScope, roleLevels } from '#contract/privileges.ts';
import { codeOf, type Database, type Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import {
  confirmProven,
  type From,
  hashNewPassword,
  makeProven,
  type OpenedSession,
  openFirstSession,
} from '../accounts/index.ts';
import { type House, type Language, lockMembers, teamsWithRoom } from '../people/index.ts';
import { giveBackArchived } from '../tickets/index.ts';

type Found = {
  id: number;
  company_id: number;
  company_name: string;
  team_name: string | null;
  invited_by: string;
  email: string;
  /** As whoever invited them calls them. */
  name: string | null;
  role: RoleName;
  /** Of the account with this address, if it is confirmed; otherwise anybody may have made it (SAFETY A20). */
  account_id: number | null;
  accepted_by: number | null;
  is_suspended: boolean;
};

/** What a key can do. `userId` is who is signed in where the letter was opened. */
export async function readInvite(db: Database, key: string, userId: number | undefined) {
  const it = await find(db, key);
  const isAccepted = it.accepted_by !== null;
  if (isAccepted && it.accepted_by !== userId) throw expired();
  if (!isAccepted && it.is_suspended) throw unavailable();
  const isMine = userId !== undefined && (isAccepted || (await addressOf(db, userId)) === it.email.toLowerCase());
  return {
    company_id: it.company_id,
    company_name: it.company_name,
    team_name: it.team_name,
    invited_by: it.invited_by,
    email: it.email,
    name: it.name,
    role: it.role,
    has_account: it.account_id !== null,
    asked_by: isMine ? ('me' as const) : userId === undefined ? ('nobody' as const) : ('other' as const),
    is_accepted: isAccepted,
  };
}

/** Joins as who is signed in: with the address that was invited, and no other (SAFETY A19). */
export async function acceptInvite(db: Database, key: string, userId: number): Promise<{ companyId: number }> {
  const it = await find(db, key);
  if (it.accepted_by === userId) return { companyId: it.company_id };
  if (it.is_suspended) throw unavailable();
  if ((await addressOf(db, userId)) !== it.email.toLowerCase()) throw new Problem('invite_for_another');
  await db.transaction('system', async (tx) => {
    await spend(tx, it, key, userId);
    // Signed in to the account and holding its letter: both proofs of an address are there.
    await confirmProven(tx, userId, it.email);
    await giveBackArchived(tx, { companyId: it.company_id, userId }, { kind: 'user', id: userId });
  });
  return { companyId: it.company_id };
}

/** The link proves the address, so the account is confirmed from the beginning; it joins and is signed in: one fact. */
export async function registerInvited(
  db: Database,
  key: string,
  the: { name: string; password: string; language: Language },
  from: From,
  house: House,
): Promise<{ companyId: number; opened: OpenedSession }> {
  const it = await find(db, key);
  if (it.accepted_by !== null) throw expired();
  if (it.is_suspended) throw unavailable();
  const passwordHash = await hashNewPassword(the.password, {
    facts: [the.name, it.email, it.company_name, house.brand.name],
    field: 'data.raw_password',
  });
  if (it.account_id !== null) throw new Problem('email_taken');
  try {
    return await db.transaction('system', async (tx) => {
      await lockOpen(tx, it, key);
      const userId = await makeProven(tx, { ...the, email: it.email }, passwordHash);
      await spend(tx, it, key, userId);
      await giveBackArchived(tx, { companyId: it.company_id, userId }, { kind: 'user', id: userId });
      const opened = await openFirstSession(tx, userId, from, house);
      return { companyId: it.company_id, opened };
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new Problem('email_taken', { cause: error });
    throw error;
  }
}

/** Why it is suspended is for its own people. */
const unavailable = () => new Problem('inviter_unavailable');
const expired = () => new Problem('invite_expired', { field: 'data.key' });

async function find(db: Database, key: string): Promise<Found> {
  const [it] = await db.read<Found>(
    'system',
    sql`select i.id, i.company_id, c.company_name, t.name as team_name, by.name as invited_by, i.email, i.name, i.role, i.user_id as accepted_by,
          exists (select from company_suspensions s where s.company_id = i.company_id) as is_suspended,
          (select u.id from users u where lower(u.email) = lower(i.email) and u.email_confirmed_at is not null) as account_id
        from invites i join companies c on c.id = i.company_id and c.is_deleted = 0 join users by on by.id = i.invited_by
          left join teams t on t.company_id = i.company_id and t.id = i.team_id and t.is_deleted = 0
        where i.key_hash = ${hashToken(key)} and i.withdrawn_at is null and (i.accepted_at is not null or i.expires > now())`,
  );
  if (!it) throw expired();
  return it;
}

async function addressOf(db: Database, userId: number): Promise<string | undefined> {
  const [row] = await db.read<{ email: string }>(
    'system',
    sql`select lower(email) as email from users where id = ${userId}`,
  );
  return row?.email;
}

/**
 * Of two who accept in the same moment, the second waits here and finds nothing. Who works in a company is decided by one
 * after the other; while it is suspended, by nobody: whoever has no other company would be let in nowhere, an operator not
 * even where that is undone. The invitation waits.
 */
async function lockOpen(tx: Tx, { company_id }: Found, key: string): Promise<void> {
  await lockMembers(tx, company_id);
  // As `roles` will refer to it: whoever suspends it this very moment is waited for before it is looked.
  await tx.row(sql`select from companies where id = ${company_id} for key share`);
  const suspended = await tx.row(sql`select from company_suspensions where company_id = ${company_id}`);
  if (suspended) throw unavailable();
  const open = await tx.row(
    sql`select 1 from invites where key_hash = ${hashToken(key)} and accepted_at is null and withdrawn_at is null and expires > now() for update`,
  );
  if (!open) throw expired();
}

/** Uses up every open invitation of the company to this address, and joins what they lead to. */
async function spend(tx: Tx, it: Found, key: string, userId: number): Promise<void> {
  const { company_id: companyId, email } = it;
  await lockOpen(tx, it, key);
  const spent = await tx.rows<{
    id: number;
    team_id: number | null;
    role: RoleName;
    scope: RoleScope;
    level_of_inviter: number;
  }>(
    sql`update invites set accepted_at = now(), user_id = ${userId} where company_id = ${companyId} and lower(email) = lower(${email})
          and accepted_at is null and withdrawn_at is null and expires > now() returning id, team_id, role, scope,
          coalesce((select r.level from roles r where r.company_id = invites.company_id and r.user_id = invites.invited_by and r.is_deleted = 0), 0) as level_of_inviter`,
  );
  const as = highestStillGiven(spent);
  const scopes = new Set(spent.map((one) => one.scope));
  const scope = scopes.size === 1 ? [...scopes][0] : 'own';
  const role = await tx.row<{ is_deleted: 0 | 1 }>(
    sql`insert into roles (user_id, company_id, level, name, scope) values (${userId}, ${companyId}, ${roleLevels[as]}, ${as}, ${scope})
        on conflict (company_id, user_id) do update set updated = roles.updated returning is_deleted`,
  );
  // Whoever was removed comes back by the hand of an administrator.
  if (role?.is_deleted === 1) throw expired();
  // Whoever has come has a place in the company, if not in a team that was filled meanwhile.
  const teamIds = await teamsWithRoom(
    tx,
    companyId,
    spent.flatMap((one) => one.team_id ?? []),
  );
  const joined = await tx.rows<{ team_id: number }>(
    sql`insert into team_members (company_id, team_id, user_id) select company_id, id, ${userId} from teams
          where company_id = ${companyId} and is_deleted = 0 and id = any (${teamIds}::bigint[]) on conflict do nothing returning team_id`,
  );
  const told = { companyId, action: 'updated', actor: { kind: 'user', id: userId } } as const;
  await recordEvents(tx, [
    { ...told, entity: 'users', action: 'created', entityId: userId },
    { ...told, companyId: null, userId, entity: 'users', entityId: userId },
    ...joined.map(({ team_id }) => ({ ...told, entity: 'teams', entityId: team_id })),
    ...spent.map(({ id }) => ({ ...told, entity: 'invites', entityId: id, detail: { after: { accepted: email } } })),
  ]);
}

/** Whoever was lowered or left since they invited makes nobody more than an agent. */
function highestStillGiven(spent: readonly { role: RoleName; level_of_inviter: number }[]): RoleName {
  const given = spent
    .filter((one) => rolesToInviteAs(one.level_of_inviter, true).includes(one.role))
    .map(({ role }) => role);
  return given.toSorted((a, b) => roleLevels[b] - roleLevels[a])[0] ?? 'agent';
}
