import { users } from '#contract/users.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { isPresent } from '../presence/index.ts';
import { withinReach } from '../reach/index.ts';

/** One row per person and company: the same colleague stands once in each company they work for. */
export const usersTable: EntityTable = {
  entity: users,
  table: 'roles',
  columns: {
    id: { expression: 't.user_id' },
    email: { expression: 'u.email', join: 'user' },
    phone: { expression: 'u.phone', join: 'user' },
    avatar: { expression: 'u.avatar', join: 'user' },
    // Of who was removed none of this is told: when they come and go is no longer this company's business.
    status: {
      expression: '(case when t.is_deleted = 0 and here.is_present and u.status = 8 then 8 else 9 end)',
      join: ['user', 'presence'],
    },
    phone_status: {
      expression: '(case when t.is_deleted = 0 and here.is_present then u.phone_status else 2 end)',
      join: ['user', 'presence'],
    },
    last_seen: { expression: '(case when t.is_deleted = 0 then u.last_seen end)', join: 'user' },
    role: { expression: 'lower(t.name)' },
    team_id: { expression: 'tms.first_id', join: 'teams' },
    team_ids: { expression: 'tms.ids', join: 'teams' },
    teams: { expression: 'tms.names', join: 'teams' },
    // Of the person and of their place together, as it is kept with the place.
    name: { expression: 't.listed_name' },
    is_deleted: { expression: 't.listed_is_deleted' },
    updated: { expression: 't.listed_updated' },
  },
  among: {
    team_ids: (ids) =>
      sql`exists (select from team_members m where m.company_id = t.company_id and m.user_id = t.user_id and m.team_id = any (${ids}))`,
  },
  // What several fields are made of is looked up once: each look into another table passes its walls.
  joins: {
    user: 'join users u on u.id = t.user_id',
    presence: `cross join lateral (select ${isPresent('u')} as is_present offset 0) here`,
    teams: `cross join lateral (select min(m.team_id) as first_id, coalesce(json_agg(m.team_id order by m.team_id), '[]') as ids,
        coalesce(string_agg(tm.name, ', ' order by tm.name), '') as names
      from team_members m join teams tm on tm.company_id = m.company_id and tm.id = m.team_id and tm.is_deleted = 0
      where m.company_id = t.company_id and m.user_id = t.user_id) tms`,
  },
  personal: {
    open_tickets: (caller) =>
      sql`(select coalesce(sum(n.delta), 0)::int from ticket_counts n
        where n.company_id = t.company_id and n.assignee_id = t.user_id and n.bucket in ('open', 'snoozed', 'answered') and ${withinReach(caller, 'n') ?? sql.unsafe('true')})`,
  },
};

registerReference(
  'users',
  (companyId, id) =>
    sql`select user_id from roles where company_id = ${companyId} and user_id = ${id} and is_deleted = 0`,
);
