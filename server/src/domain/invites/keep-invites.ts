import type { Invite } from '#contract/invites.ts';
import type { RoleName, RoleScope } from '#contract/privileges.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import type { Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { House, Person } from '../people/index.ts';
import { tellOfMember } from './invite-people.ts';
import { findPlace, type Place } from './invite-place.ts';
import { takeLetter } from './limit-letters.ts';
import { readableAddress } from './readable-address.ts';
import { invitePauseSeconds, sendInvite } from './send-invite.ts';

const listedMax = 500;

/** Those that wait to be accepted, the newest first; of a team also who came by one and is still in it. */
export async function listInvites(db: Database, { companyId, team }: Place): Promise<Invite[]> {
  const ofTeam = team
    ? sql`and i.team_id = ${team.id} and (i.user_id is null or exists (select from team_members m where m.company_id = i.company_id and m.team_id = i.team_id and m.user_id = i.user_id))`
    : sql`and i.accepted_at is null`;
  const invites = await db.read<Invite>(
    { companies: [companyId] },
    sql`select i.id, i.company_id, i.team_id, t.name as team_name, i.email, i.name, i.role, i.user_id, by.name as invited_by,
          case when i.accepted_at is not null then 'accepted' when i.expires <= now() then 'expired' else 'pending' end as state,
          to_char(i.sent_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as sent_at, to_char(i.expires at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expires
        from invites i left join teams t on t.company_id = i.company_id and t.id = i.team_id join users by on by.id = i.invited_by
        where i.company_id = ${companyId} and i.withdrawn_at is null ${ofTeam} order by i.sent_at desc, i.id desc limit ${listedMax}`,
  );
  return invites.map((one) => ({ ...one, email: readableAddress(one.email) }));
}

/** The letter once more, by whoever sends it now. */
export async function sendInviteAgain(
  { db, limits }: { db: Database; limits: Limits },
  person: Person,
  id: number,
  house: House,
): Promise<void> {
  const invite = await findInvite(db, person, id, 'invites.create');
  const place = await findPlace(
    db,
    person,
    { company_id: invite.company_id, team_id: invite.team_id ?? undefined },
    'invites.create',
    invite.role,
    { evenDisabled: true, scope: invite.scope },
  );
  const tooEarly = new Problem('too_many_requests', { values: { seconds: invitePauseSeconds } });
  if (invite.is_just_sent) throw tooEarly;
  await takeLetter(limits, place.companyId, invite.email);
  const isSent = await db.transaction('system', async (tx) => {
    await requireOpen(tx, id);
    return sendInvite(tx, place, { email: invite.email }, person, house);
  });
  if (!isSent) throw tooEarly;
}

/** Its link is void from now on. */
export async function withdrawInvite(db: Database, person: Person, id: number): Promise<void> {
  const { company_id: companyId, email } = await findInvite(db, person, id, 'invites.delete');
  await db.transaction({ companies: [companyId] }, async (tx) => {
    await requireOpen(tx, id);
    await tx.run(sql`update invites set withdrawn_at = now() where id = ${id}`);
    await recordEvents(tx, [withdrawn(companyId, id, email, person.userId)]);
  });
}

/** All that are open to an address: whoever leaves a company does not come back by an old letter. */
export async function withdrawInvitesOf(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
  by: number,
): Promise<void> {
  const gone = await tx.rows<{ id: number; email: string }>(
    sql`update invites set withdrawn_at = now() where company_id = ${companyId} and accepted_at is null and withdrawn_at is null
          and lower(email) = (select lower(email) from users where id = ${userId}) returning id, email`,
  );
  await recordEvents(
    tx,
    gone.map(({ id, email }) => withdrawn(companyId, id, email, by)),
  );
}

/** Out of the team; they stay in the company. */
export async function takeOutOfTeam(db: Database, place: Place, userId: number, by: number): Promise<void> {
  const { companyId, team } = place;
  await db.transaction({ companies: [companyId] }, async (tx) => {
    const gone = await tx.row(
      sql`delete from team_members where company_id = ${companyId} and team_id = ${team?.id ?? 0} and user_id = ${userId} returning 1`,
    );
    if (!gone || !team) throw new Problem('not_found', { field: 'data.user_id' });
    await tellOfMember(tx, { companyId, teamId: team.id, userId }, by);
  });
}

const withdrawn = (companyId: number, id: number, email: string, by: number) =>
  ({
    companyId,
    entity: 'invites',
    action: 'deleted',
    entityId: id,
    actor: { kind: 'user', id: by },
    detail: { before: { email } },
  }) as const;

type Found = {
  company_id: number;
  team_id: number | null;
  email: string;
  role: RoleName;
  scope: RoleScope;
  is_just_sent: boolean;
};

async function findInvite(db: Database, person: Person, id: number, privilege: 'invites.create' | 'invites.delete') {
  const [invite] = await db.read<Found>(
    { companies: person.companies },
    sql`select company_id, team_id, email, role, scope, accepted_at is null and withdrawn_at is null
          and sent_at > now() - make_interval(secs => ${invitePauseSeconds}) as is_just_sent from invites where id = ${id}`,
  );
  if (!invite) throw new Problem('not_found', { field: 'data.id' });
  if (!person.may(invite.company_id, privilege)) throw new Problem('forbidden');
  return invite;
}

async function requireOpen(tx: Tx, id: number): Promise<void> {
  const open = await tx.row(
    sql`select 1 from invites where id = ${id} and accepted_at is null and withdrawn_at is null for update`,
  );
  if (!open) throw new Problem('not_in_this_state', { field: 'data.id' });
}
