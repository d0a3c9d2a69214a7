import { calendars } from '#contract/calendars.ts';
import type { Tx } from '#platform/database.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

export const calendarsPerCompanyMax = 100;

export const calendarsTable: EntityTable = {
  entity: calendars,
  table: 'calendars',
  async check(tx, change) {
    if (change.action === 'create') await checkRoom(tx, change.rows[0]?.companyId);
  },
};

registerReference(
  'calendars',
  (companyId, id) => sql`select id from calendars where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);

async function checkRoom(tx: Tx, companyId: number | undefined): Promise<void> {
  const found = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from calendars where company_id = ${companyId} and is_deleted = 0`,
  );
  if ((found?.n ?? 0) > calendarsPerCompanyMax)
    throw new Problem('limit_reached', { values: { max: calendarsPerCompanyMax } });
}
