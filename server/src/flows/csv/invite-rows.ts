import { z } from 'zod';
import { accountEmail, idValue } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { InviteVerdict } from '#contract/invites.ts';
import { type RoleName, roleNames, roleScopes } from '#contract/privileges.ts';
import { personName } from '#contract/registration.ts';
import { findPlace, invitePeople, isTeamFull, roomOf } from '#domain/invites/index.ts';
import type { House } from '#domain/people/index.ts';
import { failpoint } from '#platform/failpoint.ts';
import type { Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { badRow, type FileRow, type RowPlan, troublesOf } from './plan-rows.ts';
import type { RowWriter, Where } from './row-writers.ts';

type Needs = { limits: Limits; wake: Wake; house: () => House };

const badVerdicts: Partial<Record<InviteVerdict, ErrorKey>> = {
  was_removed: 'was_removed',
  too_many: 'limit_reached',
  team_full: 'limit_reached',
  invalid: 'invalid_email',
  later: 'too_many_requests',
};

/**
 * People come in by accepting an invitation: a row is an address that gets one, by a name, as a role and to teams where the
 * file says so. Whoever is there, or invited, is passed over, or comes into a team that they are not in.
 */
export const inviteRows = ({ limits, wake, house }: Needs): RowWriter => ({
  async plan(where, rows) {
    const known = await lookUp(where, rows);
    const refusalOf = refusals(where);
    const plans: RowPlan[] = [];
    for (const row of rows) {
      const plan = planOf(row, known);
      plans.push((await refusalOf(plan)) ?? plan);
    }
    return plans;
  },
  async send(where, rows, plans) {
    const outcomes: RowPlan[] = [];
    for (const [i, plan] of plans.entries()) {
      if (plan.is !== 'created' && plan.is !== 'updated') {
        outcomes.push(plan);
        continue;
      }
      outcomes.push(await sendRow({ limits, house }, where, String(rows[i]?.values.email), plan));
      await failpoint('csv.invited');
    }
    wake.nudge('outbox');
    wake.nudge('sessions');
    return outcomes;
  },
});

/** To all of its teams or to none, as far as that is known before the first letter leaves; what left is never told as refused. */
async function sendRow(
  { limits, house }: Omit<Needs, 'wake'>,
  where: Where,
  email: string,
  plan: Extract<RowPlan, { is: 'created' | 'updated' }>,
): Promise<RowPlan> {
  const { db, companyId, person } = where;
  const { name, role, scope, team_ids: teamIds = [] } = plan.values as RowOfPerson; // read by planOf
  const refused = teamIds.length > 1 ? await refusals(where)(plan) : undefined;
  if (refused) return refused;
  const inviteTo = async (teamId: number | undefined): Promise<RowPlan> => {
    try {
      const place = await findPlace(db, person, whereIn(companyId, teamId), 'invites.create', role, { scope });
      const [only] = await invitePeople({ db, limits }, place, [{ email, name }], person, house());
      return outcomeOf(only?.verdict ?? 'invalid');
    } catch (error) {
      return { is: 'bad', problems: troublesOf(error) };
    }
  };
  let outcome: RowPlan = { is: 'skipped' };
  for (const teamId of teamIds.length > 0 ? teamIds : [undefined]) {
    const next = await inviteTo(teamId);
    if (next.is === 'bad') return outcome.is === 'skipped' ? next : { ...outcome, problems: next.problems };
    if (next.is !== 'skipped') outcome = next;
  }
  return outcome;
}

/** What a row may say beside its address. */
const rowOfPerson = z.object({
  name: personName.optional(),
  role: z.enum(roleNames).optional(),
  /** What they see; everything where the file does not say. */
  scope: z.enum(roleScopes).optional(),
  team_ids: z.array(idValue).min(1).optional(),
});
type RowOfPerson = z.output<typeof rowOfPerson>;

const whereIn = (companyId: number, teamId: number | undefined) => ({
  company_id: companyId,
  ...(teamId === undefined ? {} : { team_id: teamId }),
});

/** What an invitation would be refused for, told while it is only tried; asked once for all rows that are alike. */
function refusals({ db, companyId, person }: Where): (plan: RowPlan) => Promise<RowPlan | undefined> {
  const asked = new Map<string, Promise<RowPlan | undefined>>();
  const ask = (teamId: number | undefined, role: RoleName | undefined) =>
    findPlace(db, person, whereIn(companyId, teamId), 'invites.create', role).then(
      async (place) => ((await isTeamFull(db, place)) ? outcomeOf('team_full') : undefined),
      (error: unknown): RowPlan => ({ is: 'bad', problems: troublesOf(error) }),
    );
  return async (plan) => {
    if (plan.is !== 'created' && plan.is !== 'updated') return undefined;
    const { role, team_ids } = plan.values as RowOfPerson; // read by planOf
    for (const teamId of team_ids ?? [undefined]) {
      const key = `${teamId} ${role}`;
      const refused = asked.get(key) ?? ask(teamId, role);
      asked.set(key, refused);
      const found = await refused;
      if (found) return found;
    }
    return undefined;
  };
}

function outcomeOf(verdict: InviteVerdict): RowPlan {
  if (verdict === 'sent') return { is: 'created', values: {} };
  if (verdict === 'added') return { is: 'updated', id: 0, values: {} };
  const refusal = badVerdicts[verdict];
  const max = roomOf[verdict];
  return refusal
    ? badRow(refusal, verdict === 'team_full' ? 'team' : 'email', max === undefined ? undefined : { max })
    : { is: 'skipped' };
}

type Known = { email: string; is: 'colleague' | 'removed' | 'invited'; teams: number[] };

async function lookUp({ db, companyId }: Where, rows: readonly FileRow[]): Promise<Map<string, Known>> {
  const emails = rows.map((row) => String(row.values.email ?? '').toLowerCase());
  const found = await db.read<Known>(
    'system',
    sql`select lower(u.email) as email, case r.is_deleted when 0 then 'colleague' else 'removed' end as is,
            array(select m.team_id from team_members m where m.company_id = r.company_id and m.user_id = r.user_id) as teams
          from roles r join users u on u.id = r.user_id where r.company_id = ${companyId} and lower(u.email) = any (${emails}::text[])
        union all
        select lower(i.email), 'invited', array_agg(i.team_id) filter (where i.team_id is not null) from invites i
          where i.company_id = ${companyId} and i.accepted_at is null and i.withdrawn_at is null and i.expires > now() and lower(i.email) = any (${emails}::text[])
          group by 1`,
  );
  // Whoever works here counts as that, whatever they were sent.
  return new Map(found.toReversed().map((one) => [one.email, one]));
}

function planOf({ values, problems }: FileRow, known: ReadonlyMap<string, Known>): RowPlan {
  if (problems.length > 0) return { is: 'bad', problems };
  const email = String(values.email ?? '').toLowerCase();
  if (email === '') return badRow('csv_key_missing');
  if (!accountEmail.safeParse(email).success) return badRow('invalid_email', 'email');
  let said: RowOfPerson;
  try {
    said = parse(rowOfPerson, values);
  } catch (error) {
    return { is: 'bad', problems: troublesOf(error) };
  }
  const there = known.get(email);
  if (!there) return { is: 'created', values: said };
  if (there.is === 'removed') return badRow('was_removed', 'email');
  const news = said.team_ids?.filter((id) => !(there.teams ?? []).includes(id)) ?? [];
  if (news.length === 0) return { is: 'skipped' };
  // As what a colleague works is changed where their access is, and by nothing else.
  if (there.is === 'colleague') return { is: 'updated', id: 0, values: { team_ids: news } };
  return { is: 'created', values: { ...said, team_ids: news } };
}
