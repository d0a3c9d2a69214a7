import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { customersTable } from './customers-table.ts';

type Row = { id: number; company_id: number; is_blocked: boolean };

/**
 * What these customers write from now on goes to spam, or makes tickets again. Those that are so already are left alone;
 * answers the ids of the others.
 */
export async function blockCustomers(
  tx: Tx,
  the: { ids: readonly number[]; isBlocked: boolean; field: string },
  caller: Caller,
): Promise<number[]> {
  const ids = [...new Set(the.ids)];
  const visible = customersTable.visible?.(caller, caller.companies) ?? sql.unsafe('true');
  const rows = await tx.rows<Row>(
    sql`select t.id, t.company_id, t.blocked_at is not null as is_blocked from customers t where t.id = any (${ids}::bigint[]) and ${visible} order by t.id for update of t`,
  );
  const seen = rows.filter((row) => caller.may(row.company_id, 'customers.get'));
  if (seen.length < ids.length) throw new Problem('not_found', { field: the.field });
  if (!seen.every((row) => caller.may(row.company_id, 'customers.update'))) throw new Problem('forbidden');
  const changed = seen.filter((row) => row.is_blocked !== the.isBlocked);
  const changedIds = changed.map((row) => row.id);
  await tx.run(
    sql`update customers set blocked_at = ${the.isBlocked ? sql`now()` : sql`null`}, blocked_by = ${the.isBlocked ? caller.userId : null}, updated = now()
        where id = any (${changedIds}::bigint[])`,
  );
  await recordEvents(
    tx,
    changed.map((row) => ({
      companyId: row.company_id,
      entity: 'customers',
      action: 'updated',
      entityId: row.id,
      actor: { kind: 'user', id: caller.userId },
      detail: { before: { is_blocked: the.isBlocked ? 0 : 1 }, after: { is_blocked: the.isBlocked ? 1 : 0 } },
    })),
  );
  return changedIds;
}
