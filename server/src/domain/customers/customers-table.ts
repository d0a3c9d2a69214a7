import { customers, mayBePhone } from '#contract/customers.ts';
import type { Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { readNumber } from '../phones/index.ts';
import { customerSeenBy, fewCustomersOf } from './customer-access.ts';
import { requireRoomForIdentities } from './identities.ts';

export const customersTable: EntityTable = {
  entity: customers,
  table: 'customers',
  searchColumn: 'search_text',
  columns: { is_blocked: { expression: '(case when t.blocked_at is null then 0 else 1 end)' } },
  visible: customerSeenBy,
  fewVisible: fewCustomersOf,
  prepare: async (_tx, row, caller) => ({ ...row, added_by: caller.userId }),
  async check(tx, change) {
    const { action, rows } = change;
    if (action === 'create' || action === 'update') await checkPhone(tx, change);
    if (action !== 'update' && action !== 'restore') return;
    // Whoever was merged lives on in another, and comes back when the merge is taken back.
    const gone = await tx.row(
      sql`select 1 from customers where id = any (${rows.map((row) => row.id)}::bigint[]) and (erased_at is not null or merged_into is not null)`,
    );
    if (gone) throw new Problem('not_in_this_state', { field: 'filter' });
  },
  async follow(tx, change) {
    if (change.action !== 'create' && change.action !== 'update') return;
    const { email, phone } = change.values;
    // What a customer is known by follows their card; the earlier ones stay known.
    if (typeof email === 'string') await know(tx, change, 'email', email.toLowerCase(), email);
    // A number without its country's code is kept as it was typed, and recognises nobody.
    const number = typeof phone === 'string' ? readNumber(phone) : undefined;
    if (number) await know(tx, change, 'phone', number.e164, String(phone));
  },
};

/**
 * A number with its country's code is one by the rule of `customers/add-identity`; without it, what may be one. Another text
 * from before, or by which somebody came in, may stay.
 */
async function checkPhone(tx: Tx, { action, rows, values, at }: Change): Promise<void> {
  const { phone } = values;
  if (typeof phone !== 'string' || phone === '' || isPhone(phone)) return;
  const ids = rows.map((row) => row.id);
  const kept =
    action === 'update' &&
    (await tx.row<{ n: number }>(
      sql`select count(*)::int as n from customers where id = any (${ids}::bigint[]) and phone = ${phone}`,
    ));
  if (!kept || kept.n !== rows.length) throw new Problem('phone_invalid', { field: `${at}.phone` });
}

const isPhone = (typed: string): boolean =>
  mayBePhone(typed.trim()) && (!typed.trim().startsWith('+') || readNumber(typed) !== undefined);

async function know(tx: Tx, change: Change, kind: 'email' | 'phone', value: string, typed: string): Promise<void> {
  for (const row of change.rows) {
    const owner = await tx.row<{ customer_id: number; is_new: boolean }>(
      sql`with known as (
            insert into customer_identities (company_id, kind, value, customer_id, typed, source, added_by)
            values (${row.companyId}, ${kind}, ${value}, ${row.id}, ${typed}, 'person', ${change.caller.userId}) on conflict do nothing
            returning customer_id)
          select customer_id, true as is_new from known union all
          select customer_id, false from customer_identities where company_id = ${row.companyId} and kind = ${kind} and value = ${value}`,
    );
    if (owner?.customer_id !== row.id) throw new Problem('not_unique', { field: `${change.at}.${kind}` });
    if (owner.is_new && change.action === 'update') await requireRoomForIdentities(tx, row.id, `${change.at}.${kind}`);
  }
}

registerReference(
  'customers',
  (companyId, id) => sql`select id from customers where company_id = ${companyId} and id = ${id}`,
);
