import { sql } from '#platform/sql.ts';
import type { TestParley } from './parley-in-process.ts';

export type TenantTable = { readonly name: string; readonly column: 'company_id' | 'id' };

/** Every table whose rows belong to a company, as the database itself knows them. */
export async function tenantTables(at: TestParley): Promise<TenantTable[]> {
  const rows = await at.db.transaction('system', (tx) =>
    tx.rows<{ name: string }>(
      sql`select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = current_schema() and c.column_name = 'company_id' and t.table_type = 'BASE TABLE' order by 1`,
    ),
  );
  return [{ name: 'companies', column: 'id' }, ...rows.map(({ name }) => ({ name, column: 'company_id' }) as const)];
}

/** All rows of a company, as one text: unchanged means that nothing was written. */
export async function everythingOf(at: TestParley, companyId: number): Promise<string> {
  const tables = await tenantTables(at);
  return at.db.transaction('system', async (tx) => {
    const all: string[] = [];
    for (const { name, column } of tables) {
      const row = await tx.row<{ rows: string }>(
        sql`select coalesce(json_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]')::text as rows from ${sql.unsafe(name)} t where ${sql.unsafe(column)} = ${companyId}`,
      );
      all.push(`${name}: ${row?.rows}`);
    }
    return all.join('\n');
  });
}

/** How many rows every table has, whoever they belong to: nothing half-written. */
export async function rowCounts(at: TestParley): Promise<Record<string, number>> {
  return at.db.transaction('system', async (tx) => {
    const tables = await tx.rows<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'
          and table_name not in ('login_failures') order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const row = await tx.row<{ n: number }>(sql`select count(*)::int as n from ${sql.unsafe(`"${name}"`)}`);
      counts[name] = row?.n ?? 0;
    }
    return counts;
  });
}
