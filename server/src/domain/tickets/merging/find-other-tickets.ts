import type { z } from 'zod';
import { type findOtherTickets as findCall, othersFoundMax } from '#contract/ticket-links.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../../reach/index.ts';
import type { Ticket } from '../ticket-queries.ts';

type Found = z.input<typeof findCall.answer>['tickets'];

/** As many of the newest tickets are looked through for words. */
const searchedMax = 20_000;

const columns = sql.unsafe(
  `o.id, co.case_prefix || '-' || o.number as case_number, o.title, o.view_type, to_char(o.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated,
   coalesce(nullif(btrim(cu.first_name || ' ' || cu.last_name), ''), cu.email, cu.phone, '') as customer`,
);

/**
 * Which tickets this one may belong together with. Without words: what it looks like, then its customer's others, what is
 * open first. With words: the ticket with that number, then those whose subject or customer has all of them.
 */
export async function findOtherTickets(tx: Tx, ticket: Ticket, words: string, caller: Caller): Promise<Found> {
  const inReach = withinReach(caller, 'o') ?? sql.unsafe('true');
  const isThere = sql`o.merged_into_id is null and o.is_deleted = 0 and o.is_spam = 0 and o.id <> ${ticket.id} and ${inReach}`;
  const joins = sql`join companies co on co.id = o.company_id join customers cu on cu.id = o.customer_id`;
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) {
    return tx.rows<Found[number]>(
      sql`select ${columns}, case when o.id = l.id then 'looks_like' else 'same_customer' end as why
          from (select coalesce(x.merged_into_id, x.id) as id from tickets k left join tickets x on x.id = k.looks_like_id where k.id = ${ticket.id}) l, tickets o ${joins}
          where o.company_id = ${ticket.company_id} and (o.id = l.id or o.customer_id = ${ticket.customer_id}) and ${isThere}
          order by o.id = l.id desc nulls last, o.view_type = 'resolved', o.updated desc, o.id desc limit ${othersFoundMax}`,
    );
  }
  const number = /^(?:#|\p{L}{1,2}-|[\p{L}\d]{2}-)?(\d{1,9})$/u.exec(words.trim())?.[1];
  const patterns = asked.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return tx
    .rows<Found[number]>(
      sql`select * from (
          select ${columns}, 'found' as why, 0 as place from tickets k join tickets o on o.id = ${sql.orElse('k.merged_into_id', 'k.id')} ${joins}
          where k.company_id = ${ticket.company_id} and k.number = ${number === undefined ? null : Number(number)} and ${isThere}
          union
          (select ${columns}, 'found' as why, 1 as place
           from (select * from tickets where company_id = ${ticket.company_id} order by updated desc, id desc limit ${searchedMax}) o ${joins}
           where ${isThere} and lower(concat_ws(' ', o.title, cu.first_name, cu.last_name, cu.email)) like all (${patterns}::text[])
           order by o.updated desc, o.id desc limit ${othersFoundMax})) found
        order by place, updated desc limit ${othersFoundMax}`,
    )
    .then((rows) =>
      rows.map(({ id, case_number, title, view_type, updated, customer, why }) => ({
        id,
        case_number,
        title,
        view_type,
        updated,
        customer,
        why,
      })),
    );
}
