import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { type makePromoCodes as call, type PromoBatch, promoCodeLength } from '#contract/promo-codes.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { madeOnce } from '#platform/made-once.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { findBatches } from './list-promo-codes.ts';

/** Nothing that is read as something else, and no vowels, so that no code is a word. */
const alphabet = '23456789BCDFGHJKLMNPQRSTVWXZ';

type Wanted = z.output<typeof call.data>;

/** Makes a batch: all of its codes or none. The same `request_id` makes one. */
export async function makePromoCodes(
  db: Database,
  { request_id: requestId, ...the }: Wanted,
  operatorId: number,
): Promise<PromoBatch> {
  if (the.expire <= the.begin || new Date(`${the.expire.replace(' ', 'T')}Z`).getTime() <= Date.now())
    throw new Problem('invalid_value', { field: 'data.expire' });
  return db.transaction('system', async (tx) => {
    const request = { userId: operatorId, requestId, companyId: null, what: 'promocode/make' };
    const [only = 0] = await madeOnce(tx, request, async () => [await makeBatch(tx, the, operatorId)]);
    const [made] = await findBatches(tx, { only, limit: 1 });
    if (!made) throw new Error('the batch is not there');
    return made;
  });
}

async function makeBatch(tx: Tx, the: Omit<Wanted, 'request_id'>, operatorId: number): Promise<number> {
  const batch = await tx.row<{ id: number }>(
    sql`insert into promo_batches (name, percent, uses, begins, expires, made_by)
          values (${the.name}, ${the.percent}, ${the.count}, ${`${the.begin}Z`}::timestamptz, ${`${the.expire}Z`}::timestamptz, ${operatorId}) returning id`,
  );
  if (!batch) throw new Error('insert answered no row');
  await fill(tx, batch.id, the);
  await recordEvents(tx, [
    {
      companyId: null,
      entity: 'promo-codes',
      action: 'created',
      entityId: batch.id,
      actor: { kind: 'user', id: operatorId },
      isTold: false,
      detail: { after: { ...the } },
    },
  ]);
  return batch.id;
}

/** Two codes alike are as good as impossible; if it happens, another is drawn. */
async function fill(tx: Tx, batchId: number, { many, count }: Pick<Wanted, 'many' | 'count'>): Promise<void> {
  for (let missing = many; missing > 0; ) {
    const codes = Array.from({ length: missing }, drawCode);
    missing -= await tx.run(
      sql`insert into promo_codes (batch_id, code, uses_left)
          select ${batchId}, code, ${count} from unnest(${codes}::text[]) c (code) on conflict do nothing`,
    );
  }
}

const drawCode = (): string =>
  Array.from({ length: promoCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
