import { acdProviders, phonesPerCompanyMax, productCallPhones } from '#contract/product-call-phones.ts';
import type { Tx } from '#platform/database.ts';
import { movedRows } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import { type Caller, type Change, type EntityTable, pool } from '#platform/entities/entity-table.ts';
import type { Happening } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { assignPhones, returnPhones } from './assign-phones.ts';

export const acdProvidersTable: EntityTable = {
  entity: acdProviders,
  table: 'acd_providers',
  hasPool: true,
  privilegesOf: productCallPhones.name,
};

/** Numbers that were brought in before Parley kept this are shown as they are dialled. */
export const readableNumber = "coalesce(nullif(t.readable_number, ''), t.phone_number)";

export const phonesTable: EntityTable = {
  entity: productCallPhones,
  table: 'phones',
  hasPool: true,
  columns: {
    product_id: { expression: 'coalesce(t.product_id, 0)' },
    readable_number: { expression: readableNumber },
    company_name: { expression: 'co.company_name', join: 'company' },
    acd_provider: { expression: 'ap.provider', join: 'provider' },
    'product.name': { expression: 'pr.name', join: 'product' },
    'product.abbreviation': { expression: 'pr.abbreviation', join: 'product' },
    'product.color': { expression: 'pr.color', join: 'product' },
  },
  joins: {
    company: 'left join companies co on co.id = t.company_id',
    provider: 'join acd_providers ap on ap.id = t.acd_provider_id',
    product: 'left join products pr on pr.id = t.product_id',
  },
  // What operators keep back or took out of service is nobody's to find, and so nobody's to take.
  visible: () => sql.unsafe(`(t.company_id <> ${pool} or (t.is_onboarding = 1 and t.is_deleted = 0))`),
  // A number goes to a company and a product at once: `follow` writes both.
  notStored: ['product_id', 'is_onboarding'],
  async check(tx, change) {
    const { rows, caller } = change;
    const to = productOf(change);
    // What nobody has is taken, and not changed otherwise.
    if (!to && rows.some((row) => row.companyId === pool)) throw new Problem('forbidden');
    if (!to) return;
    const companyId = await companyOfProduct(tx, to);
    const isOurs = companyId !== undefined && caller.companies.includes(companyId);
    if (!isOurs || rows.some((row) => row.companyId !== pool && row.companyId !== companyId))
      throw new Problem('not_found', { field: 'data.product_id' });
    if (!caller.may(companyId, `${productCallPhones.name}.update`)) throw new Problem('forbidden');
    await requireRoomForPhones(tx, companyId, rows.filter((row) => row.companyId === pool).length);
  },
  async follow(tx, change) {
    const to = productOf(change);
    if (to === undefined) return;
    const ids = change.rows.map((row) => row.id);
    if (to === 0) await returnPhones(tx, ids, change.caller.userId);
    else await assignPhones(tx, ids, to, change.caller.userId);
  },
};

/** The product that the change gives a number to; 0 for the pool, undefined when it speaks of none. */
function productOf({ values }: Change): number | undefined {
  const to = values.product_id === undefined ? undefined : Number(values.product_id);
  if (values.is_onboarding === undefined) return to;
  // What is taken is not offered to anybody, and what is offered belongs to nobody.
  if (values.is_onboarding === 1 && to) throw new Problem('invalid_value', { field: 'data.is_onboarding' });
  if (values.is_onboarding === 0 && !to) throw new Problem('invalid_value', { field: 'data.is_onboarding' });
  return to ?? 0;
}

/** The pool is everybody's. */
async function requireRoomForPhones(tx: Tx, companyId: number, taken: number): Promise<void> {
  if (taken === 0) return;
  const has = await tx.row<{ n: number }>(sql`select count(*)::int as n from phones where company_id = ${companyId}`);
  if ((has?.n ?? 0) + taken > phonesPerCompanyMax)
    throw new Problem('limit_reached', { field: 'data.product_id', values: { max: phonesPerCompanyMax } });
}

async function companyOfProduct(tx: Tx, id: number): Promise<number | undefined> {
  const row = await tx.row<{ company_id: number }>(
    sql`select company_id from products where id = ${id} and is_deleted = 0 for share`,
  );
  return row?.company_id;
}

/** A number rings for its product, so the product cannot be disabled before the number goes to another. */
registerDependent('products', productCallPhones.name, {
  privilege: `${productCallPhones.name}.update`,
  mustMove: true,
  count: (ids) => sql`select count(*)::int as n from phones where product_id = any (${ids}::bigint[])`,
  async move(tx, ids, to, caller) {
    const found = await tx.rows<Rung>(
      sql`select id, company_id, product_id from phones where product_id = any (${ids}::bigint[]) order by id for update`,
    );
    return give(tx, found, to, caller);
  },
  back: {
    ...{ entity: productCallPhones.name, field: 'product_id' },
    async give(tx, moved, caller) {
      const found = await tx.rows<Rung & { to: number }>(
        sql`select p.id, p.company_id, p.product_id, m."to" from phones p join ${movedRows(moved)} on m.id = p.id and m.at = p.product_id
            order by p.id for update of p`,
      );
      const happened: Happening[] = [];
      for (const [to, some] of Map.groupBy(found, (one) => one.to))
        happened.push(...(await give(tx, some, to, caller)));
      return happened;
    },
  },
});

type Rung = { id: number; company_id: number; product_id: number };

async function give(tx: Tx, found: readonly Rung[], to: number, caller: Caller): Promise<Happening[]> {
  const ids = found.map((one) => one.id);
  await assignPhones(tx, ids, to, caller.userId);
  return found.map(({ id, company_id: companyId, product_id }) => ({
    ...{ companyId, entity: productCallPhones.name, action: 'updated' as const, entityId: id },
    actor: { kind: 'user' as const, id: caller.userId },
    detail: { before: { product_id }, after: { product_id: to } },
  }));
}
