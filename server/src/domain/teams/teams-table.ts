import { teams } from '#contract/teams.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { isPresent } from '../presence/index.ts';
import { withinReach } from '../reach/index.ts';
import { type CleanHtml, cleanSignature } from '../templates/index.ts';
import { checkTeam, setMembers } from './set-members.ts';

const teamsPerCompanyMax = 500;

/** `cleanHtml`: by the rules of replies, of which a signature becomes a part. */
export const teamsTable = (cleanHtml: CleanHtml): EntityTable => ({
  entity: teams,
  table: 'teams',
  rowsMax: teamsPerCompanyMax,
  columns: {
    users_total: { expression: 'people.total', join: 'people' },
    users_online: { expression: 'people.online', join: 'people' },
    users_offline: { expression: 'people.offline', join: 'people' },
    users_pause_phone: { expression: 'people.paused', join: 'people' },
    members: { expression: 'people.members', join: 'people' },
  },
  // What several fields are made of is looked up once: each look into another table passes its walls.
  joins: {
    people: `cross join lateral (select count(*)::int as total,
        (count(*) filter (where here.is_present and u.status = 8))::int as online,
        (count(*) filter (where not here.is_present))::int as offline,
        (count(*) filter (where here.is_present and u.status = 9))::int as paused,
        coalesce(json_agg(json_build_object('user_id', m.user_id, 'capacity', m.capacity) order by m.user_id), '[]') as members
      from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0
      join users u on u.id = m.user_id cross join lateral (select ${isPresent('u')} as is_present offset 0) here
      where m.team_id = t.id) people`,
  },
  personal: {
    queued: (caller) =>
      sql`(select coalesce(sum(n.delta), 0)::int from ticket_counts n where n.company_id = t.company_id and n.team_id = t.id and n.assignee_id = 0
        and n.bucket = 'open' and ${withinReach(caller, 'n') ?? sql.unsafe('true')})`,
    queued_since: (caller) =>
      sql`(select k.queued_at from tickets k where k.company_id = t.company_id and k.team_id = t.id and k.queued_at is not null
        and ${withinReach(caller, 'k') ?? sql.unsafe('true')} order by k.queued_at, k.id limit 1)`,
  },
  clean: async (values, at) =>
    typeof values.signature === 'string'
      ? { ...values, signature: await cleanSignature(values.signature, cleanHtml, `${at}.signature`) }
      : values,
  notStored: ['members'],
  check: checkTeam,
  follow: setMembers,
});

registerReference(
  'teams',
  (companyId, id) => sql`select id from teams where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);
