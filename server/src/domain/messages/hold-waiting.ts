import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type HeldLetter = { readonly id: number; readonly user_id: number };

/**
 * The customer wrote first: what was to be sent to them later, or is about to be sent and can still be taken back, waits
 * until its writer has looked. Who sends whatever was written meanwhile has looked.
 */
export const holdWaitingLetters = (tx: Tx, ticketId: number): Promise<HeldLetter[]> =>
  tx.rows<HeldLetter>(
    sql`update drafts set state = 'held', held_key = 'customer_wrote', version = version + 1, updated = now()
        where ticket_id = ${ticketId} and state = 'waiting' and (why = 'later' or seen_to is not null) returning id, user_id`,
  );
