import type { z } from 'zod';
import type { foundCustomer } from '#contract/search.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import { type Asked, lookFor } from './asked.ts';
import { markPhone, markWords } from './mark-words.ts';
import { tsqueryOf } from './word-query.ts';

type Found = z.input<typeof foundCustomer>;
type Row = Omit<Found, 'name' | 'email' | 'phone'> & { name: string; email: string | null; phone: string | null };

/** More are not sorted through. */
const lookedAtMax = 1000;

/** Customers by any part of their names and addresses, or by digits of their number; who wrote last comes first. */
export async function findCustomers(
  tx: Tx,
  asked: Asked,
  limit: number,
): Promise<{ rows: Found[]; isCapped: boolean }> {
  const { terms, companies, caller } = asked;
  const readable = companies.filter((id) => caller.may(id, 'customers.get'));
  const wanted = tsqueryOf(readable, { terms, filters: [] }, { isInside: true });
  if (wanted === '' || terms.some((one) => one.isNegated)) return { rows: [], isCapped: false };
  const reach = withinReach(caller, 'seen', readable);
  const free = readable.filter((id) => !caller.narrowed.has(id));
  const isVisible = reach
    ? sql` and (c.company_id = any (${free}::bigint[]) or c.added_by = ${caller.userId}
        or exists (select from tickets seen where seen.company_id = c.company_id and seen.customer_id = c.id and ${reach}))`
    : sql.empty;
  const theirs = sql`from tickets seen where seen.company_id = f.company_id and seen.customer_id = f.id and seen.is_deleted = 0 and seen.is_spam = 0${reach ? sql` and ${reach}` : sql.empty}`;
  lookFor(tx, asked, wanted);
  const rows = await tx.rows<Row>(
    sql`with found as materialized (
          select c.id, c.company_id, trim(c.first_name || ' ' || c.last_name) as name, c.email, c.phone, c.is_deleted, c.updated
          from search_customers s join customers c on c.company_id = s.company_id and c.id = s.customer_id
          where c.company_id = any (${readable}::bigint[])${isVisible} limit ${lookedAtMax}),
        latest as (select f.*, (select max(seen.updated) ${theirs}) as wrote from found f order by f.is_deleted, wrote desc nulls last, f.id desc limit ${limit + 1})
        select f.id, f.company_id, f.name, f.email, f.phone, f.is_deleted, (select count(*)::int from (select ${theirs} limit 100) n) as tickets
        from latest f order by f.is_deleted, f.wrote desc nulls last, f.id desc`,
  );
  const marked = rows.slice(0, limit).map(({ name, email, phone, ...row }) => ({
    ...row,
    name: pair(markWords(name, terms)),
    email: email === null ? null : pair(markWords(email, terms)),
    phone: phone === null ? null : pair(markPhone(phone, terms)),
  }));
  return { rows: marked, isCapped: rows.length > limit };
}

const pair = ({ text, marks }: ReturnType<typeof markWords>) => ({ text, marks });
