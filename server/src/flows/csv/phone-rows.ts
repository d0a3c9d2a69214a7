import { updateSchema } from '#contract/entity.ts';
import { isOperator, type Operators } from '#domain/people/index.ts';
import { addPhones, editPhone, readNumber } from '#domain/phones/index.ts';
import type { Database } from '#platform/database.ts';
import { type EntityTable, pool } from '#platform/entities/entity-table.ts';
import { parseRow, updateRows } from '#platform/entities/write-rows.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { sql } from '#platform/sql.ts';
import { importKinds } from './import-kinds.ts';
import { badRow, type FileRow, planRows, type RowPlan, troublesOf } from './plan-rows.ts';
import type { RowWriter } from './row-writers.ts';

/**
 * A company names its numbers and gives them to its products; one that the pool offers is taken by naming a product. What
 * is known nowhere comes into the pool, where an operator brings it, and what operators kept back is theirs to give: by a
 * row that fails afterwards, neither. The pool is nobody's, so nothing here can be a part of the company's own
 * transaction: a number that was brought in is found there the second time.
 */
export const phoneRows = (of: EntityTable, operators: Operators): RowWriter => ({
  async plan(where, rows) {
    const isBringing = await isOperator(where.db, where.person.userId, operators);
    const plans = await planRows({ ...where, of, kind: importKinds['product-call-phones'] }, rows);
    const known = await lookUp(where.db, rows, isBringing);
    return plans.map((plan, i) => {
      const row = rows[i];
      return checked(of, row && isUnknown(plan) ? planElsewhere(row, known, isBringing) : plan);
    });
  },
  async send({ db, person }, rows, plans) {
    const isBringing = await isOperator(db, person.userId, operators);
    const { phones } = await lookUp(db, rows, isBringing);
    const outcomes: RowPlan[] = [];
    for (const plan of plans) {
      try {
        if (plan.is === 'created')
          await db.transaction('system', async (tx) => {
            const { phone_number, acd_provider_id, product_id, ...named } = plan.values;
            const number = { ...named, phone_number: String(phone_number), acd_provider_id: Number(acd_provider_id) };
            const [made] = await addPhones(partOf(tx), [number], person.userId);
            if (made && product_id !== undefined)
              await updateRows(partOf(tx), of, { data: { ...named, product_id }, ...only(made.id) }, person);
          });
        if (plan.is === 'updated') {
          const kept = isBringing && phones.find((one) => one.id === plan.id && isInPool(one) && !isOffered(one));
          const change = { data: plan.values, ...only(plan.id) };
          if (kept)
            await db.transaction('system', async (tx) => {
              const { phone_number } = kept;
              await editPhone(partOf(tx), { phone_number, change: { is_onboarding: 1 } }, person.userId);
              await updateRows(partOf(tx), of, change, person);
            });
          else await updateRows(db, of, change, person);
        }
        outcomes.push(plan);
      } catch (error) {
        outcomes.push({ is: 'bad', problems: troublesOf(error) });
      }
    }
    return outcomes;
  },
});

const only = (id: number) => ({ filter: { conditions: [['id', '=', id] as [string, string, unknown]] } });
const isUnknown = (plan: RowPlan) => plan.is === 'bad' && plan.problems.some(({ key }) => key === 'phone_unknown');
const numberOf = ({ values }: FileRow) => readNumber(String(values.phone_number ?? ''))?.e164;

type Phone = { phone_number: string; id: number; company_id: number; is_onboarding: 0 | 1; is_deleted: 0 | 1 };
type Known = { phones: Phone[]; providers: { id: number; provider: string }[] };
const isInPool = (one: Phone) => one.company_id === pool && one.is_deleted === 0;
const isOffered = (one: Phone) => isInPool(one) && one.is_onboarding === 1;

/** What there is beyond the company: operators know all numbers, others those of the pool. */
async function lookUp(db: Database, rows: readonly FileRow[], isBringing: boolean): Promise<Known> {
  const scope = isBringing ? 'system' : { companies: [pool] };
  const numbers = rows.flatMap((row) => numberOf(row) ?? []);
  return {
    phones: await db.read(
      scope,
      sql`select phone_number, id, company_id, is_onboarding, is_deleted from phones where phone_number = any (${numbers}::text[])`,
    ),
    providers: await db.read(scope, sql`select id, lower(provider) as provider from acd_providers order by id`),
  };
}

function planElsewhere(row: FileRow, { phones, providers }: Known, isBringing: boolean): RowPlan {
  const number = numberOf(row);
  const { acd_provider, phone_number: _, ...values } = row.values;
  const there = phones.find((one) => one.phone_number === number);
  const isFree = there !== undefined && (isBringing ? isInPool(there) : isOffered(there));
  if (isFree && values.product_id !== undefined) return { is: 'updated', id: there.id, values };
  if (!isBringing) return badRow('phone_unknown', 'phone_number');
  if (number === undefined) return badRow('phone_invalid', 'phone_number');
  if (isFree) return { is: 'skipped' };
  if (there) return there.is_deleted === 1 ? badRow('csv_disabled') : badRow('phone_duplicate', 'phone_number');
  const carrier =
    acd_provider === undefined
      ? providers[0]
      : providers.find((one) => one.provider === String(acd_provider).toLowerCase());
  if (!carrier) return badRow('csv_no_carrier', 'acd_provider');
  return { is: 'created', values: { ...values, phone_number: number, acd_provider_id: carrier.id } };
}

/** What a form would refuse is refused while it is tried. */
function checked(of: EntityTable, plan: RowPlan): RowPlan {
  if (plan.is !== 'created' && plan.is !== 'updated') return plan;
  const { phone_number: _number, acd_provider_id: _carrier, ...written } = plan.values;
  try {
    parseRow(of.entity, updateSchema(of.entity), written, 'data');
    return plan;
  } catch (error) {
    return { is: 'bad', problems: troublesOf(error) };
  }
}
