import type { Database } from '#platform/database.ts';
import { forgettingNews, readEra } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

const daysKept = 30;
const eventsAtOnce = 2000;

/**
 * Forgets events that told desks to look again, when they are old and the audit trail has been told of them: a stretch of the
 * log with each call, from where the last one ended. What has details stays: rows are given back by it, and so does the
 * last event of each company, which says when somebody was there.
 */
export async function forgetOldNews(db: Database): Promise<void> {
  const era = await readEra(db);
  await db.transaction('system', (tx) =>
    tx.run(
      sql`with old as (
            select e.* from audit_bookmark b left join event_readers r on r.name = ${forgettingNews} and r.era = b.era
              cross join lateral (
                select written_in, position, at, detail is null and action not in ('deleted', 'restored') as is_news from events
                where (written_in, position) > (coalesce(r.written_in, '0'), coalesce(r.position, 0)) and (written_in, position) <= (b.written_in, b.position)
                order by written_in, position${sql.limit(eventsAtOnce)}) e
            where b.era = ${era}::uuid and e.at < now() - make_interval(days => ${daysKept})),
          gone as (
            delete from events e using old where e.written_in = old.written_in and e.position = old.position and old.is_news
              and (e.company_id is null or exists (select from events since where since.company_id = e.company_id and since.position > e.position)))
          insert into event_readers (name, era, written_in, position)
            select ${forgettingNews}, ${era}::uuid, written_in, position from old order by written_in desc, position desc limit 1
          on conflict (name) do update set era = excluded.era, written_in = excluded.written_in, position = excluded.position`,
    ),
  );
}
