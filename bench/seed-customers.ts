import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** One company that knows very many people. */
export async function seedCustomers(db: Database, companyId: number, customers: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into customers (company_id, first_name, last_name, email, phone, updated)
          select ${companyId}::bigint, 'Name' || md5(n::text), 'Family' || n, 'c' || n || '@many.test', '+380' || n, now() - n * interval '1 minute'
          from generate_series(1, ${customers}::int) n`,
    ),
  );
}
