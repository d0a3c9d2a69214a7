import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Ticket } from '../ticket-queries.ts';

/** What is owed for messages goes along with them into the ticket that they are in now. */
export async function deliveriesFollow(tx: Tx, ticket: Pick<Ticket, 'id' | 'company_id'>): Promise<void> {
  await tx.run(
    sql`update deliveries d set ticket_id = m.ticket_id from messages m
        where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound'
          and d.message_id = m.id and d.ticket_id <> m.ticket_id`,
  );
}
