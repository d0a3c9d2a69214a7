import type { Database } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Ends codes for good. Answers how many were still good; saying it again ends nothing more. */
export async function revokePromoCodes(db: Database, ids: readonly number[], operatorId: number): Promise<number> {
  return db.transaction('system', async (tx) => {
    const found = await tx.rows<{ id: number; batch_id: number; code: string; is_revoked: boolean }>(
      sql`select id, batch_id, code, revoked_at is not null as is_revoked from promo_codes where id = any (${ids}::bigint[]) order by id for update`,
    );
    if (found.length < new Set(ids).size) throw new Problem('not_found', { field: 'data.ids' });
    const good = found.filter((one) => !one.is_revoked);
    if (good.length === 0) return 0;
    await tx.run(
      sql`update promo_codes set revoked_at = now() where id = any (${good.map((one) => one.id)}::bigint[])`,
    );
    await recordEvents(
      tx,
      [...Map.groupBy(good, (one) => one.batch_id)].map(([batchId, codes]) => ({
        companyId: null,
        entity: 'promo-codes',
        action: 'deleted' as const,
        entityId: batchId,
        actor: { kind: 'user' as const, id: operatorId },
        isTold: false,
        detail: { before: { promocodes: codes.map((one) => one.code).join(' ') } },
      })),
    );
    return good.length;
  });
}
