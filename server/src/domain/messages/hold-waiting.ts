import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

export type HeldLetter = { readonly id: number; readonly user_id: number };

/**
 * The customer wrote first: what was to be sent to them later, or is about to be sent and can still be taken back, waits
 * until its writer has looked. Who sends whatever was written meanwhile has looked.
 */
export const holdWaitingLetters = (tx: Tx, ticketId: number): Promise<HeldLetter[]> => hold(tx, ticketId, sql.empty);

/** The same where threads were joined, of letters that were written before the customer's last word in the other one. */
export const holdOvertakenLetters = (tx: Tx, ticketId: number): Promise<HeldLetter[]> =>
  hold(
    tx,
    ticketId,
    sql`and exists (select from messages m where m.company_id = drafts.company_id and m.ticket_id = drafts.ticket_id and m.kind = 'inbound'
          and (m.mail_kind is null or m.mail_kind = 'human') and m.added > drafts.added)`,
  );

const hold = (tx: Tx, ticketId: number, which: Sql): Promise<HeldLetter[]> =>
  tx.rows<HeldLetter>(
    sql`update drafts set state = 'held', held_key = 'customer_wrote', version = version + 1, updated = now()
        where ticket_id = ${ticketId} and state = 'waiting' and (why = 'later' or seen_to is not null) ${which} returning id, user_id`,
  );
