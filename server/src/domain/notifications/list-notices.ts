import type { z } from 'zod';
import {
  type countUnread,
  kindsOfMessages,
  type NoticeGroup,
  notificationGroupsPerPage,
  notificationsLookedAtMax,
  unreadMax,
} from '#contract/notifications.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { isBeside } from '../messages/index.ts';
import { withinReach } from '../reach/index.ts';

type Asked = { readonly isUnread: boolean; readonly before: number | undefined };

/** News of one's tickets, grouped by ticket, as far as one may still see them; and of letters of one's own that are held. */
export async function listNotices(
  db: Database,
  caller: Caller,
  { isUnread, before }: Asked,
): Promise<{ groups: NoticeGroup[]; has_more: boolean }> {
  const groups = await db.read<NoticeGroup>(
    { companies: caller.companies },
    sql`select n.id, n.kind, n.who, to_char(n.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
          n.company_id, g.ticket_id, l.client_id as letter_id, coalesce(c.case_prefix || '-' || t.number, '') as case_number, coalesce(t.title, l.subject) as title, g.count, g.unread,
          case when ${isBeside} then null else g.message_id end as message_id, case when ${isBeside} then m.side_id end as side_id
        from (
          select ticket_id, new_letter_id, max(id) as id, count(*)::int as count, count(*) filter (where read_at is null)::int as unread,
            bool_or(kind = 'letter_held' and read_at is null) as is_held,
            min(message_id) filter (where read_at is null and kind = any (${kindsOfMessages}::text[])) as message_id
          from (select n.id, ${whereFound} as ticket_id, n.new_letter_id, n.read_at, n.kind, n.message_id from ((${newestOf(caller)}) union (${newestOf(caller, sql` and read_at is null`)})) n) latest
          group by ticket_id, new_letter_id) g
        join notifications n on n.id = g.id join companies c on c.id = n.company_id ${whatOf(sql`g`)}
          left join messages m on m.company_id = n.company_id and m.id = g.message_id
        where (((t.is_deleted = 0 or g.is_held or n.kind = 'letter_held') and ${reachOf(caller)}) or ${stillHeld(caller)}) and ${isUnread ? sql`g.unread > 0` : sql`true`} and ${before === undefined ? sql`true` : sql`n.id < ${before}`}
        order by n.id desc limit ${notificationGroupsPerPage + 1}`,
  );
  const has_more = groups.length > notificationGroupsPerPage;
  return { groups: groups.slice(0, notificationGroupsPerPage), has_more };
}

/** Also those that were not seen, however many came and were seen since: they are counted. */
const newestOf = ({ userId }: Caller, only: Sql = sql.empty): Sql =>
  sql`select id, company_id, ticket_id, new_letter_id, read_at, kind, message_id from notifications
      where user_id = ${userId} and in_app = 1${only} order by id desc limit ${notificationsLookedAtMax}`;

type Unread = z.output<typeof countUnread.answer>;

/** How many tickets, and letters without one, have news that one has not seen. */
export async function countUnreadNotices(db: Database, caller: Caller): Promise<Unread> {
  const rows = await db.read<{ ticket_id: number | null; id: number }>(
    { companies: caller.companies },
    sql`select n.ticket_id, n.id from (select n.company_id, ${whereFound} as ticket_id, n.new_letter_id, max(n.id) as id, bool_or(n.kind = 'letter_held') as is_held
            from notifications n where n.user_id = ${caller.userId} and n.read_at is null and n.in_app = 1 group by 1, 2, 3) n
          ${whatOf(sql`n`)} where ((t.is_deleted = 0 or n.is_held) and ${reachOf(caller)}) or ${stillHeld(caller)} order by n.id desc limit ${unreadMax}`,
  );
  const newest = rows.flatMap(({ ticket_id, id }) => (ticket_id === null ? [] : [{ ticket_id, id }]));
  return { tickets: newest.length, letters: rows.length - newest.length, newest };
}

/** The ticket of a row of `n`, or what it was merged into. */
const whereFound = sql`coalesce((select o.merged_into_id from tickets o where o.company_id = n.company_id and o.id = n.ticket_id), n.ticket_id)`;

/** What these speak of, with the company of `n`. */
const whatOf = (these: Sql) =>
  sql`left join tickets t on t.company_id = n.company_id and t.id = ${these}.ticket_id left join new_letters l on l.company_id = n.company_id and l.id = ${these}.new_letter_id`;

/** A letter that has no ticket yet is news until whoever has it has decided. */
const stillHeld = (caller: Caller) =>
  sql`(l.state = 'held' and l.user_id = ${caller.userId} and l.company_id = any (${caller.companies.filter((id) => caller.may(id, 'messages.create'))}::bigint[]))`;

/** Of companies in which one may see tickets at all. */
const reachOf = (caller: Caller) => {
  const seen = caller.companies.filter((id) => caller.may(id, 'tickets.get'));
  return sql`t.company_id = any (${seen}::bigint[]) and ${withinReach(caller, 't', seen) ?? sql`true`}`;
};
