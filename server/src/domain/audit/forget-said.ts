import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What these entries say is about us, and holds nothing of those who are gone. */
const stays = ['purged', 'erased', 'exported'];

/**
 * Forgets what was said of things: names, and values before and after. That something happened to them, when, and by whom
 * stays, and the chain of hashes stays whole.
 */
export async function forgetSaid(
  tx: Tx,
  companyId: number,
  { entity, ids }: { entity: string; ids: readonly number[] },
): Promise<number> {
  if (ids.length === 0) return 0;
  await tx.run(
    sql`update events set detail = null where company_id = ${companyId} and entity = ${entity} and entity_id = any (${ids}::bigint[])
          and detail is not null and not action = any (${stays}::text[])`,
  );
  return tx.run(
    sql`update audit_entries set title = null, detail = null, salt = null, erased_at = now()
        where chain = ${companyId} and entity = ${entity} and entity_id = any (${ids}::bigint[]) and erased_at is null
          and (title is not null or detail is not null) and not action = any (${stays}::text[])`,
  );
}
