import { type FoundCustomer, type likenesses, suggestedMax } from '#contract/customers.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { andSeenBy, findVisibleCustomer, lockPair } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';
import { foundColumns } from './search-customers.ts';

export type Duplicate = FoundCustomer & { why: (typeof likenesses)[number] };

/**
 * Who may be the same person, and why: the same number however it is written, the same address but for its plus part, or
 * the same full name where an address of the same domain, or none at all, does not speak against it.
 */
export function findDuplicates(db: Database, id: number, caller: Caller): Promise<Duplicate[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await findVisibleCustomer(tx, id, caller);
    if (customer.merged_into !== null || customer.erased_at !== null) return [];
    return tx.rows<Duplicate>(
      sql`with me as (select * from customers where id = ${id}),
            alike (id, rank) as (
              select o.customer_id, case o.kind when 'phone' then 0 else 1 end from customer_identities i
                join customer_identities o on o.company_id = i.company_id and o.kind = i.kind and o.match_key = i.match_key
                where i.customer_id = ${id}
              -- What somebody has typed into a chat is on their card alone: it proves nothing, and is a reason to ask.
              union all select o.customer_id, 1 from me join customer_identities o on o.company_id = me.company_id and o.kind = 'email' and o.match_key = regexp_replace(lower(me.email), '[+][^@]*@', '@')
              union all select v.customer_id, 1 from me join visitors v on v.company_id = me.company_id and v.email <> '' and lower(v.email) = lower(me.email)
              union all select v.customer_id, 1 from customer_identities i join visitors v on v.company_id = i.company_id and v.email <> '' and lower(v.email) = i.value
                where i.customer_id = ${id} and i.kind = 'email'
              union all select c.id, 0 from me join customers c on c.company_id = me.company_id and c.phone_key = me.phone_key and c.is_deleted = 0
              union all select o.customer_id, 0 from me join customer_identities o on o.company_id = me.company_id and o.kind = 'phone' and o.match_key = me.phone_key
              union all select c.id, 0 from customer_identities i join customers c on c.company_id = i.company_id and c.phone_key = i.match_key and c.is_deleted = 0
                where i.customer_id = ${id} and i.kind = 'phone'
              union all select c.id, case when split_part(lower(c.email), '@', 2) = split_part(lower(me.email), '@', 2) then 2 else 3 end
                from me join customers c on c.company_id = me.company_id and c.name_key = me.name_key and c.is_deleted = 0
                where me.email is null or c.email is null or split_part(lower(c.email), '@', 2) = split_part(lower(me.email), '@', 2)),
            best as (select id, min(rank) as rank from alike where id <> ${id} group by id)
          select ${foundColumns(caller)}, (array['same_phone', 'same_mail', 'same_name_and_domain', 'same_name'])[b.rank + 1] as why
          from best b join customers t on t.id = b.id
          where t.is_deleted = 0 and t.erased_at is null${andSeenBy(caller)}
            and not exists (select from customers_apart a where a.one_id = least(t.id, ${id}) and a.other_id = greatest(t.id, ${id}))
          order by b.rank, t.updated desc limit ${suggestedMax}`,
    );
  });
}

/** Two who look alike and are not the same: nobody is asked about them again, unless that is taken back. */
export function keepApart(
  db: Database,
  the: { id: number; twin_id: number; is_apart: 0 | 1 },
  caller: Caller,
): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const [one, other] = await lockPair(
      tx,
      { id: the.id },
      { id: the.twin_id, field: 'data.twin_id' },
      caller,
      'customers.update',
    );
    const [first, second] = [Math.min(one.id, other.id), Math.max(one.id, other.id)];
    await tx.run(
      the.is_apart
        ? sql`insert into customers_apart (company_id, one_id, other_id, said_by)
              values (${one.company_id}, ${first}, ${second}, ${caller.userId}) on conflict do nothing`
        : sql`delete from customers_apart where company_id = ${one.company_id} and one_id = ${first} and other_id = ${second}`,
    );
    await recordEvents(tx, [customerEvent(one, caller)]);
  });
}
