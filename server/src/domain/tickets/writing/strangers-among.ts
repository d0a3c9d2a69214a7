import type { Reader } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Whether a letter from the ticket would reach somebody who is neither its customer nor has written or been written to in it. */
export async function strangersAmong(db: Reader, ticketId: number, addresses: readonly string[]): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from unnest(${addresses.map((one) => one.toLowerCase())}::text[]) as asked (address)
        where not exists (select from tickets t join customer_identities i on i.company_id = t.company_id and i.customer_id = t.customer_id
            where t.id = ${ticketId} and i.kind = 'email' and i.value = asked.address)
          and not exists (select from messages m where m.ticket_id = ${ticketId} and m.kind = 'inbound' and lower(m.from_address) = asked.address)
          and not exists (select from messages m, jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) r
            where m.ticket_id = ${ticketId} and m.kind = 'outbound' and lower(r ->> 'address') = asked.address)
        limit 1`,
  );
  return row !== undefined;
}
