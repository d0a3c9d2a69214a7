import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Invitations into a team are told: whoever accepts one comes into the company, and into no team. */
registerDependent('teams', 'invites', {
  privilege: 'invites.create',
  mustMove: false,
  count: (ids) =>
    sql`select count(*)::int as n from teams t join invites i on i.company_id = t.company_id and i.team_id = t.id
        where t.id = any (${ids}::bigint[]) and i.accepted_at is null and i.withdrawn_at is null and i.expires > now()`,
});
