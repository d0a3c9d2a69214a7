import type { z } from 'zod';
import type { teamMembers } from '#contract/teams.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { presenceOf } from '../presence/index.ts';
import { withinReach } from '../reach/index.ts';

type Answer = z.output<typeof teamMembers.answer>;

/** Answers `teams/members`. */
export async function describeMembers(db: Database, caller: Caller, teamId: number): Promise<Answer> {
  const companies = caller.companies.filter((id) => caller.may(id, 'teams.get') && caller.may(id, 'users.get'));
  return db.transaction({ companies }, async (tx) => {
    const team = await tx.row<{ company_id: number }>(
      sql`select company_id from teams where id = ${teamId} and company_id = any (${companies}::bigint[])`,
    );
    if (!team) throw new Problem('not_found', { field: 'data.id' });
    const seen = withinReach(caller, 'n', [team.company_id]) ?? sql.unsafe('true');
    const members = await tx.rows<Answer['members'][number]>(
      sql`select m.user_id, u.name, u.email, u.avatar, lower(r.name) as role, ${sql.unsafe(presenceOf('u'))} as presence,
            to_char(u.last_seen at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_seen, m.capacity,
            (select coalesce(sum(n.delta), 0)::int from ticket_counts n where n.company_id = m.company_id and n.assignee_id = m.user_id
               and n.bucket in ('open', 'snoozed', 'answered') and ${seen}) as open_tickets,
            (select coalesce(sum(n.delta), 0)::int from ticket_counts n where n.company_id = m.company_id and n.assignee_id = m.user_id
               and n.bucket = 'open' and ${seen}) as our_turn
          from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0 join users u on u.id = m.user_id
          where m.company_id = ${team.company_id} and m.team_id = ${teamId} order by lower(u.name), u.id`,
    );
    return { members };
  });
}
