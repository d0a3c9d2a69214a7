import { teams } from '#contract/teams.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { isPresent } from '../presence/index.ts';
import { withinReach } from '../reach/index.ts';
import { type CleanHtml, cleanSignature } from '../templates/index.ts';
import { checkTeam, setMembers } from './set-members.ts';

const teamsPerCompanyMax = 500;

const membersOf = (condition: string) =>
  `(select count(*)::int from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0
      join users u on u.id = m.user_id where m.team_id = t.id and ${condition})`;

/** `cleanHtml`: by the rules of replies, of which a signature becomes a part. */
export const teamsTable = (cleanHtml: CleanHtml): EntityTable => ({
  entity: teams,
  table: 'teams',
  rowsMax: teamsPerCompanyMax,
  columns: {
    users_total: { expression: membersOf('true') },
    users_online: { expression: membersOf(`u.status = 8 and ${isPresent('u')}`) },
    users_offline: { expression: membersOf(`not ${isPresent('u')}`) },
    users_pause_phone: { expression: membersOf(`u.status = 9 and ${isPresent('u')}`) },
    members: {
      expression: `(select coalesce(json_agg(json_build_object('user_id', m.user_id, 'capacity', m.capacity) order by m.user_id), '[]')
        from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0 where m.team_id = t.id)`,
    },
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
