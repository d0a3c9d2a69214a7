import { categories, categoriesMax } from '#contract/categories.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { mayUseTemplate } from '../templates/index.ts';

export const categoriesTable: EntityTable = {
  entity: categories,
  table: 'categories',
  rowsMax: categoriesMax,
  unique: { categories_name: { field: 'name', key: 'name_in_use' } },
  columns: { company_name: { expression: 'co.company_name', join: 'company' } },
  joins: { company: 'join companies co on co.id = t.company_id' },
  personal: {
    template_count: (caller) =>
      sql`(select count(*)::int from templates m where m.company_id = t.company_id and m.category_id = t.id and m.is_deleted = 0 and ${mayUseTemplate(caller, 'm')})`,
  },
};

registerReference(
  'categories',
  (companyId, id) => sql`select id from categories where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);
