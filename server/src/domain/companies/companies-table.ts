import { companies } from '#contract/companies.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Companies are made by `found-company.ts`, since nobody has a role in one that does not exist yet. */
export const companiesTable: EntityTable = {
  entity: companies,
  table: 'companies',
  tenantColumn: 'id',
  store: { case_prefix: (value: string) => value.toUpperCase() },
  async check(tx, { action, rows }) {
    if (action !== 'delete') return;
    const busy = await tx.row(
      sql`select 1 from products where company_id = any (${rows.map((row) => row.id)}::bigint[]) and is_deleted = 0 limit 1`,
    );
    if (busy) throw new Problem('has_dependents', { field: 'filter' });
  },
};
