import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

export type Customer = {
  readonly id: number;
  readonly name: string;
  /** What they write goes to spam. */
  readonly isBlocked?: boolean;
};

/** Somebody who wrote, as the letter names them. */
export type Sender = { readonly name: string; readonly address: string };

export type FoundOrMade = Customer & { readonly isNew: boolean };

/** The customer with this address, made on first sight. Two mails of a newcomer at once make one customer. */
export async function findOrMakeCustomer(tx: Tx, companyId: number, from: Sender): Promise<FoundOrMade> {
  const [customer] = await findOrMakeCustomers(tx, companyId, [from]);
  if (!customer) throw new Error('unreachable: each is found or made');
  return customer;
}

/** The same for several, in their order. */
export async function findOrMakeCustomers(tx: Tx, companyId: number, all: readonly Sender[]): Promise<FoundOrMade[]> {
  const addressOf = ({ address }: Sender) => address.toLowerCase();
  const known = await findCustomers(tx, companyId, all.map(addressOf));
  const newcomers = all.filter((one) => !known.has(addressOf(one)));
  if (newcomers.length > 0) await makeCustomers(tx, companyId, newcomers);
  const made = newcomers.length === 0 ? known : await findCustomers(tx, companyId, newcomers.map(addressOf));
  return all.map((one) => {
    const customer = known.get(addressOf(one)) ?? made.get(addressOf(one));
    if (!customer) throw new Error('an identity without a customer');
    return { ...customer, isNew: !known.has(addressOf(one)) };
  });
}

/**
 * Makes customers of several whom nobody knew a moment ago, and answers those it made, by address. One whom somebody else
 * made meanwhile is not among them.
 */
export async function makeCustomers(
  tx: Tx,
  companyId: number,
  newcomers: readonly Sender[],
): Promise<ReadonlyMap<string, Customer>> {
  // In one order everywhere, so that two who make the same people do not wait for each other in a circle.
  const rows = newcomers
    .map((one) => ({ value: one.address.toLowerCase(), email: one.address, ...splitName(one.name) }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
  const made = await tx.rows<{ id: number; value: string }>(
    sql`with newcomers as materialized (
            select nextval('customers_id_seq') as id, r.* from json_to_recordset(${JSON.stringify(rows)}::json) as r (value text, email text, first text, last text)),
          people as (
            insert into customers (id, company_id, first_name, last_name, email) overriding system value
            select n.id, ${companyId}::bigint, n.first, n.last, n.email from newcomers n
            where not exists (select from customer_identities i where i.company_id = ${companyId}::bigint and i.kind = 'email' and i.value = n.value)
            returning id)
        insert into customer_identities (company_id, kind, value, customer_id)
        select ${companyId}::bigint, 'email', n.value, n.id from newcomers n join people p on p.id = n.id order by n.value
        on conflict do nothing returning customer_id as id, value`,
  );
  if (made.length < rows.length) await dropUnclaimed(tx, companyId, rows);
  await recordEvents(
    tx,
    made.map(({ id }) => ({ companyId, entity: 'customers', action: 'created', entityId: id, actor: systemActor })),
  );
  const names = new Map(newcomers.map((one) => [one.address.toLowerCase(), one.name || one.address]));
  return new Map(made.map(({ id, value }) => [value, { id, name: names.get(value) ?? value }]));
}

/** Somebody else made the same person in the same moment: theirs counts. */
async function dropUnclaimed(tx: Tx, companyId: number, rows: readonly { email: string }[]): Promise<void> {
  await tx.run(
    sql`delete from customers c where c.company_id = ${companyId} and c.email = any (${rows.map((row) => row.email)}::text[]) and c.added = now()
          and not exists (select from customer_identities i where i.customer_id = c.id)`,
  );
}

type CustomerRow = {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  value: string;
  is_blocked: boolean;
};

/** The customers with these addresses (in lower case), by address. Whoever was merged is blocked as the one whom they became. */
export async function findCustomers(
  tx: Tx,
  companyId: number,
  values: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const rows = await tx.rows<CustomerRow>(
    sql`select c.id, c.first_name, c.last_name, c.email, i.value, living.blocked_at is not null as is_blocked
        from customer_identities i join customers c on c.id = i.customer_id join customers living on living.id = coalesce(c.merged_into, c.id)
        where i.company_id = ${companyId} and i.kind = 'email' and i.value = any (${values}::text[])`,
  );
  return new Map(
    rows.map((row) => [
      row.value,
      {
        id: row.id,
        name: `${row.first_name} ${row.last_name}`.trim() || row.email || row.value,
        isBlocked: row.is_blocked,
      },
    ]),
  );
}

/** 'Lindqvist, Hanna' and 'Hanna Lindqvist' are the same person. A single word is a first name. */
export function splitName(name: string): { first: string; last: string } {
  const clean = cutLetters(name.replace(/["']/g, '').replace(/\s+/g, ' ').trim(), 200);
  const comma = clean.indexOf(', ');
  if (comma > 0)
    return { first: cutLetters(clean.slice(comma + 2), 100), last: cutLetters(clean.slice(0, comma), 100) };
  const space = clean.indexOf(' ');
  return space < 0
    ? { first: cutLetters(clean, 100), last: '' }
    : { first: cutLetters(clean.slice(0, space), 100), last: cutLetters(clean.slice(space + 1), 100) };
}
