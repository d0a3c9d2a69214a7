import { type Sql, sql } from '#platform/sql.ts';
import type { TestParley } from './parley-in-process.ts';

/** What belongs to the installation's pool alone. */
const common = ['acd_providers', 'system_settings'];

export type TenantTable = { readonly name: string; readonly column: 'company_id' | 'id' };

let tenants: Promise<TenantTable[]> | undefined;

/** Every table whose rows belong to a company, as the database itself knows them. It is asked once: that takes it long. */
export function tenantTables(at: TestParley): Promise<TenantTable[]> {
  tenants ??= findTenantTables(at);
  return tenants;
}

async function findTenantTables(at: TestParley): Promise<TenantTable[]> {
  const rows = await at.db.read<{ name: string }>(
    'system',
    sql`select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
          where c.table_schema = current_schema() and c.column_name = 'company_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  const own = rows.filter((one) => !common.includes(one.name));
  return [{ name: 'companies', column: 'id' }, ...own.map(({ name }) => ({ name, column: 'company_id' }) as const)];
}

/** All rows of a company, as one text: unchanged means that nothing was written. */
export async function everythingOf(at: TestParley, companyId: number): Promise<string> {
  const tables = await tenantTables(at);
  const rows = tables.map(
    ({ name, column }) =>
      sql`select ${name} as name, to_jsonb(t)::text as row from ${sql.unsafe(name)} t where ${sql.unsafe(column)} = ${companyId}`,
  );
  const all = await at.db.read<{ name: string; row: string }>(
    'system',
    sql`select * from (${sql.join(rows, ' union all ')}) every order by name, row`,
  );
  return all.map(({ name, row }) => `${name}: ${row}`).join('\n');
}

/** Every row of every table, whoever it belongs to, as a dump of the database would show it. */
export async function dumpOf(at: TestParley): Promise<string> {
  const tables = await at.db.read<{ name: string }>(
    'system',
    sql`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`,
  );
  const rows = tables.map(({ name }) => sql.unsafe(`select '${name} ' || t::text as row from "${name}" t`));
  const all = await at.db.read<{ row: string }>('system', sql.join(rows, ' union all '));
  return all.map(({ row }) => row).join('\n');
}

let countEverything: Sql | undefined;

/** How many rows every table has, whoever they belong to: nothing half-written. */
export async function rowCounts(at: TestParley): Promise<Record<string, number>> {
  countEverything ??= await counting(at);
  const counts = await at.db.read<{ name: string; n: number }>('system', sql`${countEverything}`);
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]));
}

/** All tables but those that count wrong passwords and refused calls, which are written to when nothing else is. */
async function counting(at: TestParley): Promise<Sql> {
  const tables = await at.db.read<{ name: string }>(
    'system',
    sql`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not in ('sign_in_failures', 'refused_calls') order by 1`,
  );
  return sql.join(
    tables.map(({ name }) => sql.unsafe(`select '${name}' as name, count(*)::int as n from "${name}"`)),
    ' union all ',
  );
}
