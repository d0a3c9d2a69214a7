import type { z } from 'zod';
import { assigneesMax, type findAssignees as findAssigneesCall } from '#contract/ticket-moves.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isPresent, presenceOf } from '../../presence/index.ts';
import { withinReach } from '../../reach/index.ts';

type Answer = z.output<typeof findAssigneesCall.answer>;

/** Answers `tickets/assignees`: from maintained rows, it never counts tickets. */
export async function findAssignees(db: Database, companyId: number, caller: Caller): Promise<Answer> {
  const may = (privilege: string) => caller.companies.includes(companyId) && caller.may(companyId, privilege);
  if (!may('tickets.get')) throw new Problem('not_found', { field: 'data.company_id' });
  const scope = { companies: [companyId] };
  const seen = withinReach(caller, 'n', [companyId]) ?? sql.unsafe('true');
  const [people, teams] = await Promise.all([
    may('users.get')
      ? db.read<Answer['people'][number]>(
          scope,
          sql`select u.id, u.name, u.avatar, ${sql.unsafe(presenceOf('u'))} as presence, coalesce(l.open, 0) as open
              from roles r join users u on u.id = r.user_id
                left join (select n.assignee_id, sum(n.delta)::int as open from ticket_counts n
                    where n.company_id = ${companyId} and n.bucket = 'open' and ${seen} group by 1) l on l.assignee_id = u.id
              where r.company_id = ${companyId} and r.is_deleted = 0
              order by ${sql.unsafe(isPresent('u'))} and u.status = 8 desc, lower(u.name), u.id limit ${assigneesMax}`,
        )
      : [],
    may('teams.get')
      ? db.read<Answer['teams'][number]>(
          scope,
          sql`select t.id, t.name, coalesce((select sum(n.delta)::int from ticket_counts n where n.company_id = t.company_id and n.team_id = t.id
                  and n.assignee_id = 0 and n.bucket = 'open' and ${seen}), 0) as queued,
                (select count(*)::int from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0
                   join users u on u.id = m.user_id where m.team_id = t.id and u.status = 8 and ${sql.unsafe(isPresent('u'))}) as online
              from teams t where t.company_id = ${companyId} and t.is_deleted = 0 order by lower(t.name), t.id limit ${assigneesMax}`,
        )
      : [],
  ]);
  return { people, teams };
}
