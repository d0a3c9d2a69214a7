import type { Named } from '#domain/csv/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { getRowsAfter } from '#platform/entities/get-rows.ts';

/** What rows of a file may name, by the column that names it. */
export type NamedTables = Readonly<Record<'category' | 'product' | 'team', EntityTable>>;

const namesMax = 5000;

/** Ids by names, as far as whoever asked sees them; of two with one name, the older. */
export async function readNames(
  db: Database,
  tables: NamedTables,
  columns: readonly (string | null)[],
  { companyId, person }: { companyId: number; person: Person },
): Promise<Named> {
  const named: Record<string, Map<string, number>> = {};
  for (const column of ['category', 'product', 'team'] as const) {
    if (!columns.includes(column)) continue;
    const of = tables[column];
    const conditions: [string, string, unknown][] = [
      ['company_id', '=', companyId],
      ['is_deleted', '=', 0],
    ];
    const rows = await getRowsAfter(db, of, { fields: ['id', 'name'], filter: { conditions } }, person, {
      id: 0,
      limit: namesMax,
    });
    named[column] = new Map(rows.toReversed().map((row) => [String(row.name).toLowerCase(), Number(row.id)]));
  }
  return named;
}
