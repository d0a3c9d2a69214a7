import type { z } from 'zod';
import type { previewErasure as previewCall } from '#contract/customer-erasures.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { cardsOf, lockWholeCustomer } from './erasable.ts';

/** What would go, in numbers: of their own tickets, wherever those were merged into. */
export function previewErasure(db: Database, id: number, caller: Caller): Promise<z.output<typeof previewCall.answer>> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { company_id: companyId } = await lockWholeCustomer(tx, id, caller, 'customers.erase');
    const ids = await cardsOf(tx, id);
    const these = sql`any (${ids}::bigint[])`;
    const tickets = sql`select id from tickets where company_id = ${companyId} and customer_id = ${these}`;
    const messages = sql`select id from messages where company_id = ${companyId} and coalesce(parted_to_id, origin_ticket_id) in (${tickets})`;
    const drafts = sql`select id, state from drafts where company_id = ${companyId} and origin_ticket_id in (${tickets})`;
    const letters = sql`select id, state from new_letters where company_id = ${companyId} and customer_id = ${these}`;
    const isWaiting = sql`state in ('waiting', 'held')`;
    const isBegun = sql`state in ('draft', 'aside')`;
    const row = await tx.row<z.output<typeof previewCall.answer>>(
      sql`select (select count(*)::int from (${tickets}) t) as tickets, (select count(*)::int from (${messages} and kind <> 'event') m) as messages,
            (select count(*)::int from (${drafts} union all ${letters}) d where ${isWaiting}) as waiting,
            (select count(*)::int from (${drafts} union all ${letters}) d where ${isBegun}) as drafts,
            (select count(*)::int from attachments where message_id in (${messages}) or draft_id in (select id from (${drafts}) d)
              or new_letter_id in (select id from (${letters}) l)) as files,
            (select count(*)::int from inbound_mails where ticket_id in (${tickets}) and raw_key is not null) as mails,
            (select count(*)::int from customer_identities where customer_id = ${these}) as identities,
            (select count(*)::int from customer_notes where customer_id = ${these} and is_deleted = 0) as notes, ${ids.length - 1}::int as cards`,
    );
    if (!row) throw new Error('a select answered no row');
    return row;
  });
}
