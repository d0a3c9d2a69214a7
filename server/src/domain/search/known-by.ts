import { sql } from '#platform/sql.ts';

/** All that a customer `c` is known by, as a list. */
export const knownBy = sql`array(select i.value from customer_identities i where i.customer_id = c.id)`;
