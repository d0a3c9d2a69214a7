import { customers } from '#contract/customers.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

export const customersTable: EntityTable = {
  entity: customers,
  table: 'customers',
  async follow(tx, { action, rows, values, at }) {
    // The address a customer is known by follows the one on their card; the earlier ones stay known.
    if ((action !== 'create' && action !== 'update') || typeof values.email !== 'string') return;
    for (const row of rows) {
      const value = values.email.toLowerCase();
      await tx.run(
        sql`insert into customer_identities (company_id, kind, value, customer_id) values (${row.companyId}, 'email', ${value}, ${row.id}) on conflict do nothing`,
      );
      const owner = await tx.row<{ customer_id: number }>(
        sql`select customer_id from customer_identities where company_id = ${row.companyId} and kind = 'email' and value = ${value}`,
      );
      if (owner?.customer_id !== row.id) throw new Problem('not_unique', { field: `${at}.email` });
    }
  },
};

registerReference(
  'customers',
  (companyId, id) => sql`select id from customers where company_id = ${companyId} and id = ${id}`,
);
