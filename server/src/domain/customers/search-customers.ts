import { type FoundCustomer, identityKinds, suggestedMax } from '#contract/customers.ts';
import { wordsOf } from '#contract/entity.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import { partQuery, seeing } from '../search/index.ts';
import { andSeenBy } from './customer-access.ts';

/** Fewer digits find half of a company's customers. */
const digitsMin = 4;
/** More are not sorted through, beside whose address it is. */
const lookedAtMax = 1000;

type Found = FoundCustomer & { is_exact: 0 | 1 };

/** Customers by parts of their name, any of their addresses, or a number: blanks, `/`, and a leading 0 do not count. */
export function searchCustomers(
  db: Database,
  { company_id: companyId, words }: { company_id: number; words: string },
  caller: Caller,
): Promise<Found[]> {
  if (!caller.companies.includes(companyId)) throw new Problem('not_found', { field: 'data.company_id' });
  if (!caller.may(companyId, 'customers.get')) throw new Problem('forbidden');
  const parts = wordsOf(words);
  const asked = parts.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const digits = /^[\d\s()+/.-]+$/.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : '';
  const exact = words.trim().toLowerCase();
  const near = partQuery(companyId, parts);
  const identities = (rule: Sql) =>
    near === ''
      ? sql`t.id in (select i.customer_id from customer_identities i where i.company_id = ${companyId} and ${rule})`
      : sql`exists (select from customer_identities i where i.company_id = t.company_id and i.customer_id = t.id and ${rule})`;
  const eachIn = (column: string) =>
    sql.join(
      asked.map((word) => sql`${sql.unsafe(column)} like ${word}`),
      ' and ',
    );
  const rules: Sql[] = [];
  if (asked.length > 0) rules.push(eachIn('t.search_text'), identities(eachIn('i.value')));
  if (digits.length >= digitsMin) {
    rules.push(sql`t.phone_key like ${`%${digits.slice(-9)}%`}`);
    rules.push(identities(sql`i.kind = 'phone' and i.value like ${`%${digits}%`}`));
  }
  if (rules.length === 0) return Promise.resolve([]);
  const matching = sql`t.company_id = ${companyId} and t.is_deleted = 0${andSeenBy(caller)} and (${sql.join(
    rules.map((rule) => sql`(${rule})`),
    ' or ',
  )})`;
  const best = (source: Sql) =>
    sql`select ${foundColumns(caller)},
          (case when exists (select from customer_identities i where i.company_id = t.company_id and i.customer_id = t.id and i.value = ${exact}) then 1 else 0 end) as is_exact
        from ${source} order by is_exact desc, t.updated desc, t.id desc limit ${suggestedMax}`;
  const scope = { companies: [companyId] };
  if (near === '') return db.read<Found>(scope, best(sql`customers t where ${matching}`));
  // Whose words were not read yet may be any of them.
  const candidates = sql`select customer_id as id from search_customers
          union select customer_id from search_due where company_id = ${companyId} and customer_id is not null`;
  const read = sql`with near as materialized (${candidates}),
          found as materialized (
            (select t.id from near join customers t on t.id = near.id where ${matching} limit ${lookedAtMax})
            union select t.id from customer_identities i join customers t on t.id = i.customer_id
              where i.company_id = ${companyId} and i.kind = any (${identityKinds}::text[]) and i.value = ${exact} and ${matching})
        ${best(sql`found join customers t on t.id = found.id`)}`;
  return db.transaction(scope, async (tx) => {
    const [, rows] = await Promise.all([tx.run(sql`select ${seeing(near)}`), tx.rows<Found>(read)]);
    return rows;
  });
}

/** What a suggestion shows of the customer `t`. */
export const foundColumns = (caller: Caller): Sql =>
  sql`t.id, t.first_name, t.last_name, t.email, t.phone,
      (select count(*)::int from tickets o where o.company_id = t.company_id and o.customer_id = t.id and o.is_deleted = 0 and o.is_spam = 0 and o.merged_into_id is null
        and o.view_type <> 'resolved' and ${withinReach(caller, 'o') ?? sql.unsafe('true')}) as open_tickets`;
