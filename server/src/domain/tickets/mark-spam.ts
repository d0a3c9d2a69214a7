import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { blockCustomers } from '../customers/index.ts';
import { addEventLines, authorOf } from './event-lines.ts';
import { lockVisibleTicket } from './ticket-access.ts';
import { ticketEvent } from './ticket-events.ts';

type Marking = { readonly ids: readonly number[]; readonly isSpam: boolean; readonly blocks: boolean };

/**
 * Puts tickets among spam, or takes them out; their state is kept. Blocking concerns the customers of all that were
 * named. Answers the tickets that moved.
 */
export function markSpam(db: Database, the: Marking, caller: Caller): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const author = await authorOf(tx, caller);
    const moved: number[] = [];
    const customers: number[] = [];
    for (const id of [...new Set(the.ids)].sort((a, b) => a - b)) {
      const ticket = await lockVisibleTicket(tx, id, caller, 'tickets.update', 'data.ids');
      customers.push(ticket.customer_id);
      if ((ticket.is_spam === 1) === the.isSpam) continue;
      await tx.run(
        sql`update tickets set is_spam = ${the.isSpam ? 1 : 0}, version = version + 1, updated = now() where id = ${id}`,
      );
      const line = await addEventLines(tx, [{ ticket, key: the.isSpam ? 'marked_spam' : 'unmarked_spam' }], author);
      await recordEvents(tx, [...line, ticketEvent('updated', ticket, { kind: 'user', id: caller.userId })]);
      moved.push(id);
    }
    if (the.blocks) await blockCustomers(tx, { ids: customers, isBlocked: true, field: 'data.ids' }, caller);
    return moved;
  });
}
