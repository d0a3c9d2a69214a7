import { emailValue } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { InviteVerdict } from '#contract/invites.ts';
import { findPlace, invitePeople } from '#domain/invites/index.ts';
import type { House } from '#domain/people/index.ts';
import type { Limits } from '#platform/limits.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { badRow, type FileRow, type RowPlan, troublesOf } from './plan-rows.ts';
import type { RowWriter, Where } from './row-writers.ts';

type Needs = { limits: Limits; wake: Wake; house: () => House };

const refusals: Partial<Record<InviteVerdict, ErrorKey>> = {
  was_removed: 'was_removed',
  too_many: 'limit_reached',
  invalid: 'invalid_email',
  later: 'too_many_requests',
};

/** People come in by accepting an invitation: a row is an address that gets one. Whoever is there, or invited, is passed over. */
export const inviteRows = ({ limits, wake, house }: Needs): RowWriter => ({
  async plan(where, rows) {
    const known = await lookUp(where, rows);
    return rows.map((row) => planOf(row, known));
  },
  async send({ db, companyId, person }, rows, plans) {
    const outcomes: RowPlan[] = [];
    for (const [i, plan] of plans.entries()) {
      const { email, team_id } = rows[i]?.values ?? {};
      if (plan.is !== 'created' && plan.is !== 'updated') {
        outcomes.push(plan);
        continue;
      }
      try {
        const where = { company_id: companyId, ...(typeof team_id === 'number' ? { team_id } : {}) };
        const place = await findPlace(db, person, where, 'invites.create');
        const [only] = await invitePeople({ db, limits }, place, [{ email: String(email) }], person, house());
        outcomes.push(outcomeOf(only?.verdict ?? 'invalid'));
      } catch (error) {
        outcomes.push({ is: 'bad', problems: troublesOf(error) });
      }
    }
    wake.nudge('outbox');
    wake.nudge('sessions');
    return outcomes;
  },
});

function outcomeOf(verdict: InviteVerdict): RowPlan {
  if (verdict === 'sent') return { is: 'created', values: {} };
  if (verdict === 'added') return { is: 'updated', id: 0, values: {} };
  const refusal = refusals[verdict];
  return refusal ? badRow(refusal, 'email') : { is: 'skipped' };
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
  if (!emailValue.safeParse(email).success) return badRow('invalid_email', 'email');
  const { team_id } = values;
  const there = known.get(email);
  if (!there) return { is: 'created', values };
  if (there.is === 'removed') return badRow('was_removed', 'email');
  const isNews = typeof team_id === 'number' && !(there.teams ?? []).includes(team_id);
  if (there.is === 'colleague') return isNews ? { is: 'updated', id: 0, values } : { is: 'skipped' };
  return isNews ? { is: 'created', values } : { is: 'skipped' };
}
