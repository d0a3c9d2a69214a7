import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

export type Customer = { readonly id: number; readonly name: string };

/** The customer with this address, made on first sight. Two mails of a newcomer at once make one customer. */
export async function findOrMakeCustomer(
  tx: Tx,
  companyId: number,
  from: { name: string; address: string },
): Promise<Customer> {
  const value = from.address.toLowerCase();
  const known = await findCustomer(tx, companyId, value);
  if (known) return known;

  const { first, last } = splitName(from.name);
  const made = await tx.row<{ id: number }>(
    sql`insert into customers (company_id, first_name, last_name, email) values (${companyId}, ${first}, ${last}, ${from.address}) returning id`,
  );
  if (!made) throw new Error('insert answered no row');
  const claimed = await tx.run(
    sql`insert into customer_identities (company_id, kind, value, customer_id) values (${companyId}, 'email', ${value}, ${made.id}) on conflict do nothing`,
  );
  if (claimed === 0) {
    await tx.run(sql`delete from customers where id = ${made.id}`);
    const other = await findCustomer(tx, companyId, value);
    if (!other) throw new Error('an identity without a customer');
    return other;
  }
  await recordEvents(tx, [
    { companyId, entity: 'customers', action: 'created', entityId: made.id, actor: systemActor },
  ]);
  return { id: made.id, name: from.name || from.address };
}

/** The customer with this address (in lower case), if there is one. */
export async function findCustomer(tx: Tx, companyId: number, value: string): Promise<Customer | undefined> {
  const row = await tx.row<{ id: number; first_name: string; last_name: string; email: string | null }>(
    sql`select c.id, c.first_name, c.last_name, c.email from customer_identities i join customers c on c.id = i.customer_id
        where i.company_id = ${companyId} and i.kind = 'email' and i.value = ${value}`,
  );
  return row && { id: row.id, name: `${row.first_name} ${row.last_name}`.trim() || row.email || value };
}

/** 'Lindqvist, Hanna' and 'Hanna Lindqvist' are the same person. A single word is a first name. */
export function splitName(name: string): { first: string; last: string } {
  const clean = name.replace(/["']/g, '').replace(/\s+/g, ' ').trim().slice(0, 200);
  const comma = clean.indexOf(', ');
  if (comma > 0) return { first: clean.slice(comma + 2).slice(0, 100), last: clean.slice(0, comma).slice(0, 100) };
  const space = clean.indexOf(' ');
  return space < 0
    ? { first: clean.slice(0, 100), last: '' }
    : { first: clean.slice(0, space).slice(0, 100), last: clean.slice(space + 1).slice(0, 100) };
}
