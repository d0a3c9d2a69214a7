import type { Watcher } from '#contract/realtime.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Place } from '../reach/index.ts';

/** A ticket and who is at it; nobody, when the last one has just left. */
export type Watched = { readonly ticketId: number; readonly place: Place; readonly watchers: readonly Watcher[] };

type Row = {
  ticket_id: number;
  company_id: number;
  product_id: number;
  assignee_id: number | null;
  team_id: number | null;
  watchers: Watcher[];
};

/** A commit that began before another may be seen after it. */
const overlapSeconds = 2;

/** Who is at which ticket: everywhere, or where somebody came, left or changed what they do since then. Who is there twice, counts once. */
export async function readWatched(db: Database, since: Date | null): Promise<{ at: Date; watched: Watched[] }> {
  const moved =
    since === null
      ? sql.empty
      : sql`where (w.company_id, w.ticket_id) in
            (select company_id, ticket_id from watchers where moved_at > ${since}::timestamptz - make_interval(secs => ${overlapSeconds}))`;
  const [clock] = await db.read<{ at: Date }>('system', sql`select clock_timestamp() as at`);
  const rows = await db.read<Row>(
    'system',
    sql`select t.id as ticket_id, t.company_id, t.product_id, t.assignee_id, t.team_id,
          coalesce(json_agg(json_build_object('id', coalesce(u.id, v.id), 'name', coalesce(u.name, nullif(v.name, ''), trim(vc.first_name || ' ' || vc.last_name)), 'avatar', u.avatar, 'doing', w.doing, 'is_visitor', case when u.id is null then 1 else 0 end)
            order by u.name, u.id) filter (where w.doing <> 'gone'), '[]') as watchers
        from (
          select w.company_id, w.ticket_id, w.user_id, w.visitor_id, case when bool_or(w.doing = 'replying' and w.until > now()) then 'replying'
            when bool_or(w.doing = 'noting' and w.until > now()) then 'noting' when bool_or(w.doing = 'reading' and w.until > now()) then 'reading' else 'gone' end as doing
          from watchers w ${moved} group by 1, 2, 3, 4) w
        join tickets t on t.company_id = w.company_id and t.id = w.ticket_id left join users u on u.id = w.user_id left join visitors v on v.id = w.visitor_id left join customers vc on vc.id = v.customer_id
        group by t.id order by t.id`,
  );
  return {
    at: clock?.at ?? new Date(),
    watched: rows.map(({ ticket_id, company_id, product_id, assignee_id, team_id, watchers }) => ({
      ticketId: ticket_id,
      place: { companyId: company_id, productId: product_id, assigneeId: assignee_id, teamId: team_id },
      watchers,
    })),
  };
}
