import { type PromoBatch, promoBatchesPerPage } from '#contract/promo-codes.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** A page of batches, the newest first, with all their codes. */
export async function listPromoCodes(
  db: Database,
  before: number | undefined,
): Promise<{ batches: PromoBatch[]; has_more: boolean }> {
  return db.transaction('system', async (tx) => {
    const found = await findBatches(tx, { before, limit: promoBatchesPerPage + 1 });
    return { batches: found.slice(0, promoBatchesPerPage), has_more: found.length > promoBatchesPerPage };
  });
}

export async function findBatches(
  tx: Tx,
  { only, before, limit }: { only?: number; before?: number | undefined; limit: number },
): Promise<PromoBatch[]> {
  return tx.rows<PromoBatch>(
    sql`select b.id, b.name, b.percent, b.uses as count, u.name as made_by,
          to_char(b.begins at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as begin,
          to_char(b.expires at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expire,
          to_char(b.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added,
          (select json_agg(json_build_object('id', c.id, 'promocode', c.code, 'percent', b.percent, 'check', c.revoked_at is null,
              'expire', extract(epoch from b.expires)::bigint, 'count', c.uses_left) order by c.id)
            from promo_codes c where c.batch_id = b.id) as promocodes
        from promo_batches b left join users u on u.id = b.made_by
        where (${only ?? null}::bigint is null or b.id = ${only ?? null}) and (${before ?? null}::bigint is null or b.id < ${before ?? null})
        order by b.id desc limit ${limit}`,
  );
}
