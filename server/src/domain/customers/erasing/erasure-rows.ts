import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** By what a person is looked for, while it is known. */
export type Known = {
  /** Their card and those that were merged into it. */
  readonly ids: readonly number[];
  /** Addresses and numbers they are known by, in lower case: not what somebody only typed. */
  readonly addresses: readonly string[];
  /** Other cards that were taken for theirs once: letters from their addresses may stand there. Not noted before, when whatever was typed was an address as well. */
  readonly partners?: readonly number[];
  /** What has these ids or larger ones came in or was written since, and is theirs no more by its address alone. Not noted before. */
  readonly until?: { readonly message: number; readonly mail: number };
  /** Full names, as they stand in texts that were made of them. */
  readonly names: readonly string[];
};

export const stages = ['tickets', 'letters', 'mails', 'letters_begun', 'drafts_begun', 'said', 'told', 'rest'] as const;
export type Stage = (typeof stages)[number];
/** How far an erasure is: the stage it is in, and behind which row. */
export type At = { readonly stage?: Stage; readonly after?: number };

export type ErasureRow = {
  readonly id: number;
  readonly company_id: number;
  readonly customer_id: number;
  readonly asked_name: string;
  readonly asked_at: Date;
  readonly done_at: Date | null;
  readonly counts: Record<string, number>;
  readonly code: string;
  readonly proofs: string[];
  readonly seal: string;
  readonly known: Known | null;
  readonly at: At;
};

const columns = sql.unsafe(
  'id, company_id, customer_id, asked_name, asked_at, done_at, counts, code, proofs, seal, known, at',
);

/** The next that is not done, locked for one stretch: whoever else looks meanwhile takes another. */
export const claimErasure = (tx: Tx): Promise<ErasureRow | undefined> =>
  tx.row(
    sql`select ${columns} from customer_erasures where done_at is null and due_at <= now() order by due_at, id limit 1 for update skip locked`,
  );

export const findErasure = (tx: Tx, customerId: number): Promise<ErasureRow | undefined> =>
  tx.row(sql`select ${columns} from customer_erasures where customer_id = ${customerId}`);

/** What was counted so far and more. */
export function plus(counts: Record<string, number>, more: Record<string, number>): Record<string, number> {
  const sum = { ...counts };
  for (const [name, n] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + n;
  return sum;
}
