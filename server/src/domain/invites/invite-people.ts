import { accountEmail } from '#contract/entity.ts';
import type { InviteVerdict } from '#contract/invites.ts';
import { teamMembersMax } from '#contract/teams.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import type { Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type House, isRoomInTeam, type Person, teamsWithRoom } from '../people/index.ts';
import type { Place } from './invite-place.ts';
import { takeLetter } from './limit-letters.ts';
import { sendInvite } from './send-invite.ts';

/** Invitations that nobody has accepted yet. */
const openInvitesPerCompanyMax = 500;
/** How many there are at most where there is room for no more. */
export const roomOf: Partial<Record<InviteVerdict, number>> = {
  too_many: openInvitesPerCompanyMax,
  team_full: teamMembersMax,
};

type Needs = { db: Database; limits: Limits };
/** `name`: what whoever invites them calls them. */
type Invited = { readonly email: string; readonly name?: string | undefined };

/** Invites one address after the other; each is a happening of its own. */
export async function invitePeople(
  needs: Needs,
  place: Place,
  people: readonly Invited[],
  inviter: Person,
  house: House,
): Promise<{ email: string; verdict: InviteVerdict }[]> {
  const verdicts: { email: string; verdict: InviteVerdict }[] = [];
  for (const typed of people) {
    const one = { ...typed, email: typed.email.trim() };
    verdicts.push({ email: one.email, verdict: await invite(needs, place, one, inviter, house) });
  }
  return verdicts;
}

async function invite(
  { db, limits }: Needs,
  place: Place,
  one: Invited,
  inviter: Person,
  house: House,
): Promise<InviteVerdict> {
  const { data: email } = accountEmail.safeParse(one.email);
  if (email === undefined) return 'invalid';
  const known = await lookUp(db, place, email, inviter);
  if (known.is_inviter) return 'yourself';
  if (known.is_removed) return 'was_removed';
  if (known.user_id !== null) return addColleague(db, place, known.user_id, inviter);
  if (known.is_team_full) return 'team_full';
  if (known.open >= openInvitesPerCompanyMax) return 'too_many';
  if (known.is_just_sent) return 'just_sent';
  try {
    await takeLetter(limits, place.companyId, email);
  } catch (error) {
    if (error instanceof Problem && error.key === 'too_many_requests') return 'later';
    throw error;
  }
  const isSent = await db.transaction('system', (tx) => sendInvite(tx, place, { ...one, email }, inviter, house));
  return isSent ? 'sent' : 'just_sent';
}

type Known = {
  is_inviter: boolean;
  /** A colleague. Whoever has an account and works elsewhere is as good as unknown. */
  user_id: number | null;
  is_removed: boolean;
  is_just_sent: boolean;
  is_team_full: boolean;
  open: number;
};

/** Whether nobody more may come into the team of the place. */
export async function isTeamFull(db: Database, place: Place): Promise<boolean> {
  const found = await db.read({ companies: [place.companyId] }, sql`select 1 where ${whereTeamIsFull(place)}`);
  return found.length > 0;
}

const whereTeamIsFull = ({ companyId, team }: Place) =>
  sql`exists (select from teams t where t.company_id = ${companyId} and t.id = ${team?.id ?? null}::bigint and not ${isRoomInTeam('t')})`;

async function lookUp(db: Database, place: Place, email: string, inviter: Person): Promise<Known> {
  const { companyId, team } = place;
  const colleague = sql`from users u join roles r on r.user_id = u.id and r.company_id = ${companyId} where lower(u.email) = lower(${email})`;
  const [known] = await db.read<Known>(
    'system',
    sql`select exists (select from users u where u.id = ${inviter.userId} and lower(u.email) = lower(${email})) as is_inviter,
          (select u.id ${colleague} and r.is_deleted = 0) as user_id,
          exists (select ${colleague} and r.is_deleted = 1) as is_removed,
          exists (select from invites i where i.company_id = ${companyId} and lower(i.email) = lower(${email}) and i.team_id is not distinct from ${team?.id ?? null}
            and i.accepted_at is null and i.withdrawn_at is null and i.sent_at > now() - interval '1 minute') as is_just_sent,
          ${whereTeamIsFull(place)} as is_team_full,
          (select count(*)::int from invites i where i.company_id = ${companyId} and i.accepted_at is null and i.withdrawn_at is null) as open`,
  );
  if (!known) throw new Error('select answered no row');
  return known;
}

/** Somebody who is in the company already needs no letter to be in one of its teams. */
async function addColleague(db: Database, place: Place, userId: number, inviter: Person): Promise<InviteVerdict> {
  const { companyId, team } = place;
  if (!team || !inviter.may(companyId, 'teams.update')) return 'already_colleague';
  return db.transaction({ companies: [companyId] }, async (tx) => {
    const isMember = await tx.row(
      sql`select 1 from team_members where company_id = ${companyId} and team_id = ${team.id} and user_id = ${userId}`,
    );
    if (isMember) return 'already_colleague';
    const [room] = await teamsWithRoom(tx, companyId, [team.id]);
    if (room === undefined) return 'team_full';
    const added = await tx.row(
      sql`insert into team_members (company_id, team_id, user_id) values (${companyId}, ${team.id}, ${userId}) on conflict do nothing returning 1`,
    );
    if (!added) return 'already_colleague';
    await tellOfMember(tx, { companyId, teamId: team.id, userId }, inviter.userId);
    return 'added';
  });
}

/** Whoever shows the team, or the person, looks again. */
export async function tellOfMember(
  tx: Tx,
  { companyId, teamId, userId }: { companyId: number; teamId: number; userId: number },
  by: number,
): Promise<void> {
  const told = { companyId, action: 'updated', actor: { kind: 'user', id: by } } as const;
  await recordEvents(tx, [
    { ...told, entity: 'teams', entityId: teamId },
    { ...told, entity: 'users', entityId: userId },
  ]);
}
