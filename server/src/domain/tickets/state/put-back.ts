import type { ViewType } from '#contract/tickets.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { changeEach } from '../change-each.ts';
import { addEventLines } from '../event-lines.ts';
import type { Ticket } from '../ticket-queries.ts';
import { type Stood, standAgain } from './stand-again.ts';
import { takenBackBy } from './ticket-life.ts';

/**
 * Takes back the last thing that this person did to tickets: resolving, reopening or waking them. Each stands where it
 * stood: asleep until its time and for its reason, waiting since it waited, in its place of the queue. `left` is the state
 * that was made of them; whatever moved one since is not taken back. Answers the ones that moved.
 */
export function putBack(db: Transactions, ids: readonly number[], left: ViewType, caller: Caller): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, (tx) =>
    changeEach(tx, ids, caller, async (ticket, author) => {
      if (ticket.view_type !== left) return undefined;
      const stood = await findStood(tx, ticket, caller);
      const key = stood && takenBackBy(left, stood.view_type);
      if (!stood || !key) return undefined;
      await standAgain(tx, ticket, stood);
      return { lines: await addEventLines(tx, [{ ticket, key }], author) };
    }),
  );
}

const findStood = (tx: Tx, ticket: Ticket, caller: Caller): Promise<Stood | undefined> =>
  tx.row(
    sql`select stood->>'view_type' as view_type, stood->>'waiting_since' as waiting_since, stood->>'resolved_at' as resolved_at,
          stood->>'queued_at' as queued_at, (stood->>'team_id')::bigint as team_id
        from tickets where id = ${ticket.id} and (stood->>'by')::bigint = ${caller.userId}`,
  );
