import type { Doing } from '#contract/realtime.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { goneSeconds } from './move-watcher.ts';

/** A desk, or a visitor's windows, at a ticket. */
export type WatcherThere = {
  readonly socket: string;
  readonly companyId: number;
  readonly ticketId: number;
  readonly userId: number | null;
  readonly visitorId: number | null;
  readonly doing: Doing;
};

/**
 * Has the table say who is where in this process, whatever could not be written before: who is there is renewed, or written
 * down anew since the table is empty after the database crashed, and nobody else is. What moved within `settledSeconds` is
 * left as it is: that may be newer than what is said here. Forgets those of processes that no longer renew, and those that
 * left a while ago. Answers whether anybody moved.
 */
export async function keepWatchers(
  db: Database,
  process: string,
  there: readonly WatcherThere[],
  { leaseSeconds, settledSeconds }: { leaseSeconds: number; settledSeconds: number },
): Promise<boolean> {
  const rows = there.map(({ socket, companyId, ticketId, userId, visitorId, doing }) => ({
    ...{ socket, company_id: companyId, ticket_id: ticketId, user_id: userId, visitor_id: visitorId, doing },
  }));
  const isSettled = sql`moved_at < now() - make_interval(secs => ${settledSeconds})`;
  return db.transaction('system', async (tx) => {
    const kept = await tx.rows<{ is_moved: boolean }>(
      sql`with said as materialized (select * from json_to_recordset(${JSON.stringify(rows)}::json)
              as r (socket uuid, company_id bigint, ticket_id bigint, user_id bigint, visitor_id bigint, doing text)),
          left_now as (update watchers w set doing = 'gone', moved_at = clock_timestamp(), until = now() + make_interval(secs => ${goneSeconds})
            where w.process = ${process} and w.doing <> 'gone' and w.${isSettled}
              and not exists (select from said r where r.socket = w.socket and r.ticket_id = w.ticket_id) returning true as is_moved),
          here as (insert into watchers (socket, process, company_id, ticket_id, user_id, visitor_id, doing, until)
            select r.socket, ${process}, t.company_id, t.id, u.id, v.id, r.doing, now() + make_interval(secs => ${leaseSeconds})
            from said r join tickets t on t.id = r.ticket_id and t.company_id = r.company_id left join users u on u.id = r.user_id left join visitors v on v.id = r.visitor_id
            where u.id is not null or v.id is not null order by r.socket, t.id
            on conflict (socket, ticket_id) do update set until = excluded.until, doing = excluded.doing,
                moved_at = case when watchers.doing = excluded.doing then watchers.moved_at else clock_timestamp() end
              where watchers.doing = excluded.doing or watchers.${isSettled} returning moved_at >= now() as is_moved)
          select is_moved from left_now union all select is_moved from here`,
    );
    await tx.run(
      sql`delete from watchers where (socket, ticket_id) in
            (select socket, ticket_id from watchers where until < now() order by socket, ticket_id for update skip locked)`,
    );
    return kept.some((one) => one.is_moved);
  });
}

/** The process ends, and with it its sockets. */
export async function leaveWatchers(db: Database, process: string): Promise<void> {
  await db.transaction('system', (tx) => tx.run(sql`delete from watchers where process = ${process}`));
}
