import type { Tx } from './database.ts';
import { Problem } from './problem.ts';
import { sql } from './sql.ts';

type Request = {
  readonly userId: number;
  /** Chosen by whoever asks. Undefined: they do not ask again. */
  readonly requestId: string | undefined;
  /** Null: for the installation, within the system's transactions alone. */
  readonly companyId: number | null;
  /** The call. */
  readonly what: string;
};

/**
 * Makes what is asked for, unless the same request made it within a day: then its ids are answered. Who asks while another
 * one with the same id is under way waits for it. What is refused is not remembered.
 */
export async function madeOnce(
  tx: Tx,
  { userId, requestId, companyId, what }: Request,
  make: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  if (requestId === undefined) return make();
  const isFirst = await tx.run(
    sql`insert into made_once (user_id, request_id, company_id, what) values (${userId}, ${requestId}, ${companyId}::bigint, ${what}) on conflict do nothing`,
  );
  if (isFirst === 0) return madeBefore(tx, { userId, requestId, what });
  const ids = await make();
  await tx.run(
    sql`update made_once set ids = ${ids}::bigint[] where user_id = ${userId} and request_id = ${requestId}`,
  );
  return ids;
}

async function madeBefore(tx: Tx, the: { userId: number; requestId: string; what: string }): Promise<number[]> {
  const made = await tx.row<{ ids: number[] }>(
    sql`select to_json(ids) as ids from made_once where user_id = ${the.userId} and request_id = ${the.requestId} and what = ${the.what}`,
  );
  // Of another call, or for another company.
  if (!made) throw new Problem('not_unique', { field: 'request_id' });
  return made.ids;
}

export async function forgetWhatWasMade(tx: Tx): Promise<void> {
  await tx.run(sql`delete from made_once where made < now() - interval '1 day'`);
}
