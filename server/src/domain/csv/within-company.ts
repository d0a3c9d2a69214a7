import type { ExportCsv } from '#contract/csv.ts';
import { type EntityTable, pool, tenantColumnOf } from '#platform/entities/entity-table.ts';

type Filter = { conditions: [string, string, unknown][] };

/** The list's own filter, within one company: with the pool, where a list of the entity shows that as well. */
export function withinCompany(
  of: EntityTable,
  { filter, company_id }: Pick<ExportCsv, 'filter' | 'company_id'>,
): Filter {
  const among = of.hasPool ? [company_id, pool] : [company_id];
  return { conditions: [...(filter?.conditions ?? []), [tenantColumnOf(of), 'in', among]] };
}
