import type { Doing } from '#contract/realtime.ts';
import type { Database, Query } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { isWithinReach } from '../reach/index.ts';

export type Desk = { readonly socket: string; readonly process: string };

type Row = {
  id: number;
  company_id: number;
  product_id: number;
  assignee_id: number | null;
  team_id: number | null;
};

/** How long the other processes may need to learn that somebody left. */
const goneSeconds = 60;

/**
 * Puts a desk at a ticket. One that its owner may not see is as none: nothing tells the two apart. Answers whether anything
 * moved.
 */
export async function moveWatcher(
  db: Database,
  { socket, process }: Desk,
  { ticketId, doing }: { ticketId: number; doing: Doing },
  { caller, leaseSeconds }: { caller: Caller; leaseSeconds: number },
): Promise<boolean> {
  return db.transaction('system', async (tx) => {
    const ticket = await tx.row<Row>(
      sql`select id, company_id, product_id, assignee_id, team_id from tickets where id = ${ticketId} and company_id = any (${caller.companies}::bigint[])`,
    );
    const place = ticket && {
      companyId: ticket.company_id,
      productId: ticket.product_id,
      assigneeId: ticket.assignee_id,
      teamId: ticket.team_id,
    };
    const isSeen = place && caller.may(place.companyId, 'tickets.get') && isWithinReach(caller, place);
    const left = await tx.rows(leaving(socket, isSeen ? ticketId : 0));
    const came = isSeen
      ? await tx.rows(
          sql`insert into watchers (socket, process, company_id, ticket_id, user_id, doing, until)
              values (${socket}, ${process}, ${place.companyId}, ${ticketId}, ${caller.userId}, ${doing}, now() + make_interval(secs => ${leaseSeconds}))
              on conflict (socket, ticket_id) do update set doing = excluded.doing, moved_at = excluded.moved_at, until = excluded.until
                where watchers.doing <> excluded.doing returning 1`,
        )
      : [];
    return left.length + came.length > 0;
  });
}

/** The desk is at no ticket any more. Answers whether it was at one. */
export const removeWatcher = (db: Database, { socket }: Desk): Promise<boolean> =>
  db.transaction('system', async (tx) => (await tx.rows(leaving(socket, 0))).length > 0);

const leaving = (socket: string, butFor: number): Query =>
  sql`update watchers set doing = 'gone', moved_at = clock_timestamp(), until = now() + make_interval(secs => ${goneSeconds})
      where socket = ${socket} and ticket_id <> ${butFor} and doing <> 'gone' returning 1`;

/** Puts a customer's chat window at its ticket. Answers whether anything moved. */
export const seatVisitor = (
  db: Database,
  { socket, process }: Desk,
  the: { companyId: number; ticketId: number; visitorId: number; doing: Doing; leaseSeconds: number },
): Promise<boolean> =>
  db.transaction({ companies: [the.companyId] }, async (tx) => {
    const moved = await tx.rows(
      sql`insert into watchers (socket, process, company_id, ticket_id, visitor_id, doing, until)
          select ${socket}, ${process}, ${the.companyId}, id, ${the.visitorId}, ${the.doing}, now() + make_interval(secs => ${the.leaseSeconds})
          from tickets where id = ${the.ticketId}
          on conflict (socket, ticket_id) do update set doing = excluded.doing, moved_at = excluded.moved_at, until = excluded.until
            where watchers.doing <> excluded.doing returning 1`,
    );
    return moved.length > 0;
  });
