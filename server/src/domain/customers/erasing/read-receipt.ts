import type { ErasureReceipt } from '#contract/customer-erasures.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { lockWholeCustomer } from './erasable.ts';
import { type ErasureRow, findErasure } from './erasure-rows.ts';

/** The receipt of an erasure, for who may erase. */
export function readReceipt(db: Database, id: number, caller: Caller): Promise<ErasureReceipt> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const customer = await lockWholeCustomer(tx, id, caller, 'customers.erase');
    const row = await findErasure(tx, id);
    const company = await tx.row<{ name: string }>(
      sql`select company_name as name from companies where id = ${customer.company_id}`,
    );
    if (!row || !company) throw new Problem('not_in_this_state', { field: 'data.id' });
    return { ...toSeal(row), company: company.name, done_at: row.done_at && iso(row.done_at), seal: row.seal };
  });
}

const iso = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const toSeal = ({ code, customer_id, asked_name, asked_at, counts, proofs }: ErasureRow) => ({
  ...{ code, customer_id, asked_by: asked_name, asked_at: iso(asked_at) },
  ...{ counts, proofs },
});

/** Over what the receipt says, in a fixed order: whoever runs this installation can tell a true one from another. */
export function sealOf(secrets: Secrets, row: ErasureRow): string {
  const { counts, ...said } = toSeal(row);
  const sorted = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return secrets.sign('erasure', JSON.stringify([Object.values(said), sorted]));
}
