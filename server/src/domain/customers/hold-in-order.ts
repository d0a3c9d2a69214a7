import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/*
 * What is locked before and with customers; ARCHITECTURE.md has the whole order. What comes while these wait is not among
 * them: whoever changes it locks it then.
 */

/** The tickets of a customer, before the customer: whoever marks them as spam, or parts them, holds them when they come there. */
export async function holdTicketsOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    sql`select from tickets where company_id = (select company_id from customers where id = ${customerId}) and customer_id = ${customerId} order by id for update`,
  );
}

/** The browsers of customers, before the customers: whoever writes in a chat holds theirs when they come there. */
export async function holdVisitorsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select from visitors where customer_id = any (${ids}::bigint[]) order by id for update`);
}

/**
 * Customers for whom tickets are about to begin, before their numbers are drawn: nobody is kept from beginning others while
 * one of these is merged or forgotten.
 */
export async function holdCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select from customers where id = any (${ids}::bigint[]) order by id for key share`);
}
