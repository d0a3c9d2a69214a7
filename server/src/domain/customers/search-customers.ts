import { type FoundCustomer, suggestedMax } from '#contract/customers.ts';
import { wordsOf } from '#contract/entity.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import { andSeenBy } from './customer-access.ts';

/** Fewer digits find half of a company's customers. */
const digitsMin = 4;

/** Customers by parts of their name, any of their addresses, or a number: blanks, `/`, and a leading 0 do not count. */
export function searchCustomers(
  db: Database,
  { company_id: companyId, words }: { company_id: number; words: string },
  caller: Caller,
): Promise<(FoundCustomer & { is_exact: 0 | 1 })[]> {
  if (!caller.companies.includes(companyId)) throw new Problem('not_found', { field: 'data.company_id' });
  if (!caller.may(companyId, 'customers.get')) throw new Problem('forbidden');
  const asked = wordsOf(words).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const digits = /^[\d\s()+/.-]+$/.test(words) ? words.replace(/\D/g, '').replace(/^0+/, '') : '';
  const rules: Sql[] = [];
  if (asked.length > 0) {
    rules.push(
      sql.join(
        asked.map((word) => sql`t.search_text like ${word}`),
        ' and ',
      ),
    );
    rules.push(
      sql`t.id in (select customer_id from customer_identities where company_id = ${companyId} and ${sql.join(
        asked.map((word) => sql`value like ${word}`),
        ' and ',
      )})`,
    );
  }
  if (digits.length >= digitsMin) {
    rules.push(sql`t.phone_key like ${`%${digits.slice(-9)}%`}`);
    rules.push(
      sql`t.id in (select customer_id from customer_identities where company_id = ${companyId} and kind = 'phone' and value like ${`%${digits}%`})`,
    );
  }
  if (rules.length === 0) return Promise.resolve([]);
  return db.read<FoundCustomer & { is_exact: 0 | 1 }>(
    { companies: [companyId] },
    sql`select ${foundColumns(caller)},
          (case when exists (select from customer_identities i where i.company_id = t.company_id and i.customer_id = t.id and i.value = ${words.trim().toLowerCase()}) then 1 else 0 end) as is_exact
        from customers t
        where t.company_id = ${companyId} and t.is_deleted = 0${andSeenBy(caller)} and (${sql.join(
          rules.map((rule) => sql`(${rule})`),
          ' or ',
        )})
        order by is_exact desc, t.updated desc, t.id desc limit ${suggestedMax}`,
  );
}

/** What a suggestion shows of the customer `t`. */
export const foundColumns = (caller: Caller): Sql =>
  sql`t.id, t.first_name, t.last_name, t.email, t.phone,
      (select count(*)::int from tickets o where o.company_id = t.company_id and o.customer_id = t.id and o.is_deleted = 0 and o.is_spam = 0
        and o.view_type <> 'resolved' and ${withinReach(caller, 'o') ?? sql.unsafe('true')}) as open_tickets`;
