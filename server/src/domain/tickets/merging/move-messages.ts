import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Ticket } from '../ticket-queries.ts';

/** The ticket of a message that began or was parted there, wherever that was merged into; also while it stands in a chat of another. */
export const belongsTo = sql.unsafe('coalesce(parted_to_id, origin_ticket_id)');

/** What is owed for messages goes along with them into the ticket that they are in now. */
export async function deliveriesFollow(tx: Tx, ticket: Pick<Ticket, 'id' | 'company_id'>): Promise<void> {
  await tx.run(
    sql`update deliveries d set ticket_id = m.ticket_id from messages m
        where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind in ('outbound', 'forward', 'side_outbound')
          and d.message_id = m.id and d.ticket_id <> m.ticket_id`,
  );
}

/**
 * The mails as they came in belong to the ticket that their messages began in or were parted into: whoever is exported or
 * forgotten takes those along, and nobody else's.
 */
export async function mailsFollow(tx: Tx, companyId: number, messageIds: readonly number[]): Promise<void> {
  await tx.run(
    sql`update inbound_mails i set ticket_id = m.home from (select inbound_mail_id, ${belongsTo} as home from messages
          where company_id = ${companyId} and id = any (${messageIds}::bigint[])) m
        where i.id = m.inbound_mail_id and i.ticket_id <> m.home`,
  );
}

/** Side conversations go where their letters went: all of a ticket, or those that were begun in some. */
export async function sidesFollow(
  tx: Tx,
  the: { readonly companyId: number; readonly from: number; readonly to: number; readonly begunIn?: readonly number[] },
): Promise<void> {
  const begun = the.begunIn ? sql`and origin_ticket_id = any (${the.begunIn}::bigint[])` : sql.empty;
  await tx.run(
    sql`update side_conversations set ticket_id = ${the.to} where company_id = ${the.companyId} and ticket_id = ${the.from} ${begun}`,
  );
}

/** What people were told of messages is of the ticket that these are in now; `from` and what was merged into it are where they were. */
export async function noticesFollow(
  tx: Tx,
  { companyId, from, to }: { readonly companyId: number; readonly from: number; readonly to: number },
): Promise<void> {
  await tx.run(
    sql`update notifications n set ticket_id = m.ticket_id from messages m
        where n.ticket_id = any (array(select ${from}::bigint union all select id from tickets where merged_into_id = ${from}))
          and m.company_id = ${companyId} and m.ticket_id = ${to} and m.id = n.message_id`,
  );
}
