import { tickets } from '#contract/tickets.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { isUnsent } from '../messages/index.ts';
import { withinReach } from '../reach/index.ts';
import { followTeamOfProduct, noteAssignmentOf } from './assigning/assign-tickets.ts';
import { assignmentKeys } from './event-lines.ts';
import { reachedNobody } from './state/answer-failed.ts';
import { noteTrash } from './state/note-trash.ts';
import { talliedAs } from './tally-tickets.ts';
import { noteLabel } from './writing/note-label.ts';

const caseNumber = (ticket: string, company: string) => `${company}.case_prefix || '-' || ${ticket}.number`;

const readTo = `coalesce((select r.last_message_id from ticket_reads r where r.ticket_id = t.id and r.user_id = :user), 0)`;

/** Of the person who asks: a note that names them, and that they have not opened. */
const unseenMention = `exists (select from mentions x join messages n on n.company_id = x.company_id and n.id = x.message_id
  where x.user_id = :user and x.seen_at is null and n.company_id = t.company_id and n.ticket_id = t.id)`;

const tagsOfTicket = 'from ticket_tags x join tags g on g.id = x.tag_id and g.is_deleted = 0 where x.ticket_id = t.id';

const runningSnooze = `(select json_build_object('until', to_char(z.until at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'reason', z.reason, 'wake_on_reply', z.wakes_on_reply, 'by', u.name, 'by_id', z.user_id)
  from snoozes z join users u on u.id = z.user_id where t.view_type = 'snoozed' and z.ticket_id = t.id and z.ended_at is null)`;

/** Of what was written about assigning it, the last word; not what was about another one that was merged into it. */
const assignmentLine = `(case when t.assignee_id is not null or t.team_id is not null then
  (select json_build_object('key', m.event_key, 'values', coalesce(m.event_values, '{}'), 'who', m.author_name,
      'at', to_char(m.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))
    from messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.origin_ticket_id = t.id and m.kind = 'event'
      and m.event_key in (${assignmentKeys.map((key) => `'${key}'`).join(', ')}) order by m.id desc limit 1) end)`;

const undelivered = `(case when t.view_type = '' and t.last_direction = 2
  and ${reachedNobody(sql.unsafe('t.last_message_id')).text} then 1 else 0 end)`;

/** What is being written of the ticket `t`, or has not left yet. */
const draftsOfTicket = `from drafts d where d.ticket_id = t.id and ${isUnsent}`;

export const ticketsTable: EntityTable = {
  entity: tickets,
  table: 'tickets',
  columns: {
    case_number: { expression: caseNumber('t', 'co'), join: 'company' },
    'customer.first_name': { expression: 'cu.first_name', join: 'customer' },
    'customer.last_name': { expression: 'cu.last_name', join: 'customer' },
    'customer.phone': { expression: 'cu.phone', join: 'customer' },
    'customer.email': { expression: 'cu.email', join: 'customer' },
    'messages.direction': { expression: 't.last_direction' },
    'product.name': { expression: 'pr.name', join: 'product' },
    'product.abbreviation': { expression: 'pr.abbreviation', join: 'product' },
    'product.color': { expression: 'pr.color', join: 'product' },
    'users.name': { expression: 'us.name', join: 'assignee' },
    'users.avatar': { expression: 'us.avatar', join: 'assignee' },
    'team.name': { expression: 'tm.name', join: 'team' },
    assignment: { expression: assignmentLine },
    'label.name': { expression: 'la.name', join: 'label' },
    tag_ids: {
      expression: `(select coalesce(json_agg(x.tag_id order by x.tag_id), '[]') ${tagsOfTicket})`,
    },
    tags: {
      expression: `(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name collate "und-x-icu"), '[]') ${tagsOfTicket})`,
    },
    mentioned_ids: {
      expression: `(select coalesce(json_agg(distinct x.user_id), '[]') from mentions x join messages n on n.company_id = x.company_id and n.id = x.message_id where n.company_id = t.company_id and n.ticket_id = t.id)`,
    },
    drafted_by_ids: {
      expression: `(select coalesce(json_agg(distinct d.user_id), '[]') ${draftsOfTicket})`,
    },
    is_resolved: { expression: `(case when t.view_type = 'resolved' then 1 else 0 end)` },
    mailbox_id: { expression: 't.channel_account_id' },
    message: { expression: 't.last_line' },
    is_undelivered: { expression: undelivered },
    snooze: { expression: runningSnooze },
  },
  joins: {
    company: 'join companies co on co.id = t.company_id',
    customer: 'join customers cu on cu.id = t.customer_id',
    product: 'join products pr on pr.id = t.product_id',
    assignee: 'left join users us on us.id = t.assignee_id',
    label: 'left join labels la on la.id = t.label_id',
    team: 'left join teams tm on tm.id = t.team_id',
  },
  personal: {
    is_unread: `(case when t.last_direction = 1 and t.last_message_id > ${readTo} or exists (select from ticket_reads w where w.ticket_id = t.id and w.user_id = :user and w.is_unread = 1) or ${unseenMention} then 1 else 0 end)`,
    has_draft: `(case when exists (select from drafts d where d.ticket_id = t.id and d.user_id = :user and ${isUnsent}) then 1 else 0 end)`,
    // What asks for a decision first.
    draft_state: `(select to_json(case d.state when 'held' then 'held' when 'waiting' then 'scheduled' else 'begun' end) ${draftsOfTicket} and d.user_id = :user
        order by array_position(array['held', 'draft', 'aside', 'waiting'], d.state) limit 1)`,
    draft_by: `(select to_json(u.name) from drafts d join users u on u.id = d.user_id where d.ticket_id = t.id and d.user_id <> :user and d.state = 'draft' order by d.updated desc limit 1)`,
    read_to: readTo,
    looks_like: (caller) =>
      sql`(select json_build_object('id', o.id, 'case_number', oc.case_prefix || '-' || o.number, 'title', o.title) from tickets o join companies oc on oc.id = o.company_id
        where o.company_id = t.company_id and o.id = (select coalesce(x.merged_into_id, x.id) from tickets x where x.id = t.looks_like_id) and ${withinReach(caller, 'o') ?? sql.unsafe('true')})`,
  },
  among: {
    drafted_by_ids: (ids) =>
      sql`t.id in (select d.ticket_id from drafts d where d.user_id = any (${ids}) and ${sql.unsafe(isUnsent)})`,
    mentioned_ids: (ids) =>
      sql`t.id in (select n.ticket_id from mentions x join messages n on n.company_id = x.company_id and n.id = x.message_id where x.user_id = any (${ids}))`,
    tag_ids: (ids) =>
      sql`t.id in (select x.ticket_id from ticket_tags x join tags g on g.id = x.tag_id and g.is_deleted = 0 where x.tag_id = any (tags_now(${ids})))`,
  },
  outOfSight: { unless: ['id', 'merged_into_id'], isNot: 't.merged_into_id is null' },
  tally: { table: 'ticket_counts', of: talliedAs },
  visible: (caller, companies) => withinReach(caller, 't', companies),
  async check(tx, change) {
    if (change.action !== 'update') return noteTrash(tx, change);
    await noteLabel(tx, change);
    await noteAssignmentOf(tx, change);
    await followTeamOfProduct(tx, change);
  },
  async follow(tx, { action, rows }) {
    if (action !== 'update') return;
    await tx.run(sql`update tickets set version = version + 1 where id = any (${rows.map((row) => row.id)}::bigint[])`);
  },
};

registerReference(
  'tickets',
  (companyId, id) => sql`select id from tickets where company_id = ${companyId} and id = ${id}`,
);
