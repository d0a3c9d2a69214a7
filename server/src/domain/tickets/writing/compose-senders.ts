import type { Address } from '#contract/messages.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { sendersOf } from '../../mailboxes/index.ts';

/** A product that a ticket can begin at. */
export type Place = {
  readonly id: number;
  readonly company_id: number;
  readonly team_id: number | null;
  readonly case_prefix: string;
};

export async function findPlace(tx: Tx, id: number, caller: Caller): Promise<Place> {
  const product = await tx.row<Place>(
    sql`select p.id, p.company_id, t.id as team_id, c.case_prefix from products p join companies c on c.id = p.company_id
        left join teams t on t.id = p.team_id and t.is_deleted = 0 where p.id = ${id} and p.is_deleted = 0`,
  );
  if (!product || !caller.may(product.company_id, 'products.get'))
    throw new Problem('not_found', { field: 'data.product_id' });
  if (!caller.may(product.company_id, 'messages.create') || !caller.may(product.company_id, 'customers.create'))
    throw new Problem('forbidden');
  return product;
}

/** Which of a product's mailboxes may send from this address; without one, its own. */
export async function accountFor(tx: Tx, all: readonly { id: number }[], from: string | undefined): Promise<number> {
  const [first] = all;
  if (!first) throw new Problem('product_has_no_mailbox', { field: 'data.product_id' });
  if (from === undefined) return first.id;
  for (const { id } of all) {
    const senders = await sendersOf(tx, id);
    if (senders.some((one) => one.address.toLowerCase() === from.toLowerCase())) return id;
  }
  throw new Problem('cannot_send_as', { field: 'data.from' });
}

export const accountsOf = (tx: Tx, product: Place): Promise<{ id: number }[]> =>
  tx.rows<{ id: number }>(
    sql`select a.id from channel_accounts a join products p on p.id = ${product.id}
        where a.company_id = ${product.company_id} and a.is_deleted = 0 and a.kind = 'mailbox' and (a.product_id = p.id or a.id = p.mailbox_id)
        order by a.id = p.mailbox_id desc nulls last, a.id`,
  );

/** All that a new letter about a product may come from. */
export function composeSenders(db: Database, productId: number, caller: Caller): Promise<Address[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const product = await findPlace(tx, productId, caller);
    const senders: Address[] = [];
    for (const { id } of await accountsOf(tx, product))
      senders.push(...(await sendersOf(tx, id)).map(({ name, address }) => ({ name, address })));
    return senders;
  });
}
