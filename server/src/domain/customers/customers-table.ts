import { customers } from '#contract/customers.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

export const customersTable: EntityTable = {
  entity: customers,
  table: 'customers',
  searchColumn: 'search_text',
  columns: { is_blocked: { expression: '(case when t.blocked_at is null then 0 else 1 end)' } },
  // Whoever sees a ticket of theirs, or wrote them down, sees the customer.
  visible(caller, companies) {
    const rule = withinReach(caller, 'seen', companies);
    if (!rule) return undefined;
    const free = companies.filter((id) => !caller.narrowed.has(id));
    return sql`(t.company_id = any (${free}::bigint[]) or t.added_by = ${caller.userId}
      or exists (select from tickets seen where seen.company_id = t.company_id and seen.customer_id = t.id and ${rule}))`;
  },
  prepare: async (_tx, row, caller) => ({ ...row, added_by: caller.userId }),
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
