import type { Transactions } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { blockCustomers } from '../../customers/index.ts';
import { partFromLeavers } from '../assigning/part-from-leavers.ts';
import { changeEach } from '../change-each.ts';
import { addEventLines } from '../event-lines.ts';

type Marking = { readonly ids: readonly number[]; readonly isSpam: boolean; readonly blocks: boolean };

/**
 * Puts tickets among spam, or takes them out; their state is kept. Blocking concerns the customers of all that were
 * named. Answers the tickets that moved, and the customers who were not blocked before.
 */
export function markSpam(
  db: Transactions,
  the: Marking,
  caller: Caller,
): Promise<{ moved: number[]; blocked: number[] }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customers: number[] = [];
    const moved = await changeEach(tx, the.ids, caller, async (ticket, author) => {
      customers.push(ticket.customer_id);
      if ((ticket.is_spam === 1) === the.isSpam) return undefined;
      await tx.run(
        sql`update tickets set is_spam = ${the.isSpam ? 1 : 0}, version = version + 1, updated = now() where id = ${ticket.id}`,
      );
      const lines = await addEventLines(tx, [{ ticket, key: the.isSpam ? 'marked_spam' : 'unmarked_spam' }], author);
      if (!the.isSpam) await partFromLeavers(tx, [ticket.id]);
      return { lines };
    });
    const blocked = the.blocks
      ? await blockCustomers(tx, { ids: customers, isBlocked: true, field: 'data.ids' }, caller)
      : [];
    return { moved, blocked };
  });
}
