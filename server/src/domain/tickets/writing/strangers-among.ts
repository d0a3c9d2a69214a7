import type { Reader } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/**
 * Whether a letter from the ticket would reach somebody who is neither its customer nor has written or been written to in it:
 * of a merged one, in what it was merged into, where its letters stand.
 */
export async function strangersAmong(db: Reader, ticketId: number, addresses: readonly string[]): Promise<boolean> {
  const row = await db.row(
    sql`with here as (select ${sql.orElse('merged_into_id', 'id')} as id from tickets where id = ${ticketId})
        select 1 from unnest(${addresses.map((one) => one.toLowerCase())}::text[]) as asked (address)
        where not exists (select from tickets t join customer_identities i on i.company_id = t.company_id and i.customer_id = t.customer_id
            where t.id = (select id from here) and i.kind = 'email' and i.value = asked.address)
          and not exists (select from messages m where m.ticket_id = (select id from here) and m.kind = 'inbound' and lower(m.from_address) = asked.address)
          and not exists (select from messages m, jsonb_array_elements(m.to_list || m.cc_list || m.bcc_list) r
            where m.ticket_id = (select id from here) and m.kind = 'outbound' and lower(r ->> 'address') = asked.address)
        limit 1`,
  );
  return row !== undefined;
}
