import type { Doing } from '#contract/realtime.ts';
import type { Database, Query } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { isWithinReach } from '../reach/index.ts';
import type { WatcherThere } from './keep-watchers.ts';

type Row = {
  id: number;
  company_id: number;
  product_id: number;
  assignee_id: number | null;
  team_id: number | null;
};

/** How long the other processes may need to learn that somebody left. */
export const goneSeconds = 60;

/** The company of a ticket that they may see. One that they may not see is as none: nothing tells the two apart. */
export async function findWatchable(db: Database, ticketId: number, caller: Caller): Promise<number | undefined> {
  const [ticket] = await db.read<Row>(
    'system',
    sql`select id, company_id, product_id, assignee_id, team_id from tickets where id = ${ticketId} and company_id = any (${caller.companies}::bigint[])`,
  );
  const place = ticket && {
    companyId: ticket.company_id,
    productId: ticket.product_id,
    assigneeId: ticket.assignee_id,
    teamId: ticket.team_id,
  };
  const isSeen = place && caller.may(place.companyId, 'tickets.get') && isWithinReach(caller, place);
  return isSeen ? place.companyId : undefined;
}

/** Puts a desk at a ticket. Answers whether anything moved. */
export async function moveWatcher(
  db: Database,
  process: string,
  { socket, companyId, ticketId, userId, doing }: WatcherThere,
  leaseSeconds: number,
): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const left = await tx.rows(leaving(socket, ticketId));
    const came = await tx.rows(
      sql`insert into watchers (socket, process, company_id, ticket_id, user_id, doing, until)
          values (${socket}, ${process}, ${companyId}, ${ticketId}, ${userId}, ${doing}, now() + make_interval(secs => ${leaseSeconds}))
          on conflict (socket, ticket_id) do update set doing = excluded.doing, moved_at = excluded.moved_at, until = excluded.until
            where watchers.doing <> excluded.doing returning 1`,
    );
    return left.length + came.length > 0;
  });
}

/** The desk is at no ticket any more. Answers whether it was at one. */
export const removeWatcher = (db: Database, socket: string): Promise<boolean> =>
  db.transaction('system', async (tx) => (await tx.rows(leaving(socket, 0))).length > 0);

const leaving = (socket: string, butFor: number): Query =>
  sql`update watchers set doing = 'gone', moved_at = clock_timestamp(), until = now() + make_interval(secs => ${goneSeconds})
      where socket = ${socket} and ticket_id <> ${butFor} and doing <> 'gone' returning 1`;

/** A visitor at the ticket of their chat, as of now. */
export type VisitorThere = {
  readonly socket: string;
  readonly companyId: number;
  readonly ticketId: number;
  readonly visitorId: number;
  readonly doing: Doing | 'gone';
};

/** Writes down many of them at once. Answers whether anything moved. Whoever was erased meanwhile is nowhere. */
export async function noteVisitors(
  db: Database,
  process: string,
  all: readonly VisitorThere[],
  leaseSeconds: number,
): Promise<boolean> {
  const rows = all.map((one) => ({
    ...{ socket: one.socket, company_id: one.companyId, ticket_id: one.ticketId, visitor_id: one.visitorId },
    doing: one.doing,
  }));
  const moved = await db.transaction({ companies: [...new Set(all.map((one) => one.companyId))] }, (tx) =>
    tx.rows(
      sql`with said as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (socket uuid, company_id bigint, ticket_id bigint, visitor_id bigint, doing text)),
          left_now as (update watchers w set doing = 'gone', moved_at = clock_timestamp(), until = now() + make_interval(secs => ${goneSeconds})
            from said r where r.doing = 'gone' and w.socket = r.socket and w.ticket_id = r.ticket_id and w.doing <> 'gone' returning 1),
          here as (insert into watchers (socket, process, company_id, ticket_id, visitor_id, doing, until)
            select r.socket, ${process}, t.company_id, t.id, v.id, r.doing, now() + make_interval(secs => ${leaseSeconds})
            from said r join tickets t on t.id = r.ticket_id and t.company_id = r.company_id join visitors v on v.id = r.visitor_id where r.doing <> 'gone' order by r.socket
            on conflict (socket, ticket_id) do update set doing = excluded.doing, moved_at = excluded.moved_at, until = excluded.until
              where watchers.doing <> excluded.doing returning 1)
          select from left_now union all select from here`,
    ),
  );
  return moved.length > 0;
}
