import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

export type FoundQuidget = { id: number; company_id: number; allowed_domains: string[] };

/** A quidget that the caller sees and may change, disabled or not. */
export async function findQuidget(db: Database, caller: Caller, id: number): Promise<FoundQuidget> {
  const [found] = await db.read<FoundQuidget>(
    { companies: caller.companies },
    sql`select id, company_id, allowed_domains from quidgets where id = ${id}`,
  );
  if (!found || !caller.may(found.company_id, 'quidgets.get')) throw new Problem('not_found', { field: 'data.id' });
  if (!caller.may(found.company_id, 'quidgets.update')) throw new Problem('forbidden');
  return found;
}
