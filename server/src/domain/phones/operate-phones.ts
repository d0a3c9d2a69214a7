import type { z } from 'zod';
import {
  type addPhones as addCall,
  type editPhone as editCall,
  type OperatorsPhone,
  phonesPerPage,
  productCallPhones,
} from '#contract/product-call-phones.ts';
import type { Database, Transactions, Tx } from '#platform/database.ts';
import { pool } from '#platform/entities/entity-table.ts';
import { poolChanged } from '#platform/entities/row-events.ts';
import { type RowAction, recordEvents } from '#platform/events.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { readableNumber } from './phones-table.ts';
import { type PhoneNumber, readNumber } from './read-number.ts';

/** Brings numbers into the pool: all of them, or none and every line that is wrong is named. */
export async function addPhones(
  db: Transactions,
  rows: z.output<typeof addCall.data>,
  operatorId: number,
): Promise<OperatorsPhone[]> {
  return db.transaction('system', async (tx) => {
    await requireProviders(
      tx,
      rows.map((row, i) => [`data[${i}].acd_provider_id`, row.acd_provider_id]),
    );
    const numbers = await readAll(tx, rows);
    const made = await tx.rows<{ id: number }>(
      sql`insert into phones (acd_provider_id, name, phone_number, readable_number, country_code, is_onboarding)
          select acd_provider_id, name, phone_number, readable_number, country_code, is_onboarding from json_to_recordset(${JSON.stringify(
            rows.map((row, i) => ({
              acd_provider_id: row.acd_provider_id,
              name: row.name ?? numbers[i]?.e164,
              phone_number: numbers[i]?.e164,
              readable_number: numbers[i]?.readable,
              country_code: numbers[i]?.country,
              is_onboarding: Number(row.is_onboarding ?? 1),
            })),
          )}::json) as r (acd_provider_id bigint, name text, phone_number text, readable_number text, country_code text, is_onboarding smallint) returning id`,
    );
    const ids = made.map((one) => one.id);
    await recordEvents(tx, [
      ...ids.map((id, i) => happening('created', id, operatorId, { after: { phone_number: numbers[i]?.e164 } })),
      poolChanged(productCallPhones),
    ]);
    return findPhones(tx, sql`t.id = any (${ids}::bigint[])`, ids.length);
  });
}

async function readAll(tx: Tx, rows: z.output<typeof addCall.data>): Promise<PhoneNumber[]> {
  const read = rows.map((row) => readNumber(row.phone_number));
  const known = await tx.rows<{ phone_number: string }>(
    sql`select phone_number from phones where phone_number = any (${read.flatMap((one) => (one ? [one.e164] : []))}::text[])`,
  );
  const seen = new Set(known.map((one) => one.phone_number));
  const problems: Problem[] = [];
  for (const [i, one] of read.entries()) {
    const field = `data[${i}].phone_number`;
    if (!one) problems.push(new Problem('phone_invalid', { field }));
    else if (seen.has(one.e164)) problems.push(new Problem('phone_duplicate', { field }));
    if (one) seen.add(one.e164);
  }
  const [first, ...others] = problems;
  if (first) throw new Problems([first, ...others]);
  return read.flatMap((one) => (one ? [one] : []));
}

type Provider = { id: number; provider: string };

/** A page of all numbers, the newest first. */
export async function listPhones(
  db: Database,
  { search = '', before }: { search?: string | undefined; before?: number | undefined },
): Promise<{ phones: OperatorsPhone[]; total: number; has_more: boolean; providers: Provider[] }> {
  const words = search.trim().toLowerCase();
  const digits = words.replaceAll(/[^0-9]/g, '');
  const matches =
    words === ''
      ? sql`true`
      : sql`(strpos(lower(t.name || ' ' || coalesce(co.company_name, '')), ${words}) > 0 or (${digits} <> '' and strpos(t.phone_number, ${digits}) > 0))`;
  return db.transaction('system', async (tx) => {
    const total = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from phones t left join companies co on co.id = t.company_id where ${matches}`,
    );
    const older = before === undefined ? sql`true` : sql`t.id < ${before}`;
    const found = await findPhones(tx, sql`${matches} and ${older}`, phonesPerPage + 1);
    return {
      phones: found.slice(0, phonesPerPage),
      total: total?.n ?? 0,
      has_more: found.length > phonesPerPage,
      providers: await tx.rows<Provider>(sql`select id, provider from acd_providers order by id`),
    };
  });
}

/** Corrects a number. One that a company uses stays in service. */
export async function editPhone(
  db: Transactions,
  { phone_number, change }: z.output<typeof editCall.data>,
  operatorId: number,
): Promise<void> {
  const was = readNumber(phone_number);
  if (!was) throw new Problem('phone_invalid', { field: 'data.phone_number' });
  const next = change.phone_number === undefined ? was : readNumber(change.phone_number);
  if (!next) throw new Problem('phone_invalid', { field: 'data.change.phone_number' });
  await db.transaction('system', async (tx) => {
    const phone = await tx.row<{ id: number; company_id: number; name: string }>(
      sql`select id, company_id, name from phones where phone_number = ${was.e164} for update`,
    );
    if (!phone) throw new Problem('phone_unknown', { field: 'data.phone_number' });
    const isUsed = phone.company_id !== pool;
    if (isUsed && Number(change.is_onboarding ?? 0) === 1)
      throw new Problem('phone_in_use', { field: 'data.change.is_onboarding' });
    if (isUsed && Number(change.is_deleted ?? 0) === 1)
      throw new Problem('phone_in_use', { field: 'data.change.is_deleted' });
    if (change.acd_provider_id !== undefined)
      await requireProviders(tx, [['data.change.acd_provider_id', change.acd_provider_id]]);
    const taken = await tx.row(sql`select 1 from phones where phone_number = ${next.e164} and id <> ${phone.id}`);
    if (taken) throw new Problem('phone_duplicate', { field: 'data.change.phone_number' });
    // A number that was called by itself is called by its new self.
    const name = change.name ?? (phone.name === was.e164 ? next.e164 : phone.name);
    await tx.run(
      sql`update phones set phone_number = ${next.e164}, readable_number = ${next.readable}, country_code = ${next.country}, name = ${name}, updated = now(),
            acd_provider_id = coalesce(${change.acd_provider_id ?? null}::bigint, acd_provider_id),
            is_onboarding = coalesce(${numberOrNull(change.is_onboarding)}::smallint, is_onboarding),
            is_deleted = coalesce(${numberOrNull(change.is_deleted)}::smallint, is_deleted)
          where id = ${phone.id}`,
    );
    await recordEvents(tx, [
      happening('updated', phone.id, operatorId, { before: { phone_number: was.e164 }, after: { ...change } }),
      poolChanged(productCallPhones),
    ]);
    // Whoever has it is told on their screens, and in their trail.
    if (isUsed)
      await recordEvents(tx, [
        {
          ...happening('updated', phone.id, operatorId, {
            before: { phone_number: was.e164 },
            after: { phone_number: next.e164 },
          }),
          companyId: phone.company_id,
          isTold: true,
        },
      ]);
  });
}

const numberOrNull = (value: unknown): number | null => (value === undefined ? null : Number(value));

async function requireProviders(tx: Tx, wanted: readonly (readonly [field: string, id: number])[]): Promise<void> {
  const known = await tx.rows<{ id: number }>(sql`select id from acd_providers`);
  const missing = wanted.find(([, id]) => !known.some((one) => one.id === id));
  if (missing) throw new Problem('not_found', { field: missing[0] });
}

const findPhones = (tx: Tx, where: Sql, limit: number) =>
  tx.rows<OperatorsPhone>(
    sql`select t.id, t.phone_number, ${sql.unsafe(readableNumber)} as readable_number, t.country_code, t.name, t.acd_provider_id, t.is_onboarding, t.is_deleted,
          co.company_name, p.name as product_name
        from phones t left join companies co on co.id = t.company_id left join products p on p.id = t.product_id
        where ${where} order by t.id desc limit ${limit}`,
  );

const happening = (action: RowAction, entityId: number, operatorId: number, detail: Record<string, unknown>) => ({
  ...{ companyId: null, entity: productCallPhones.name, action, entityId, detail },
  actor: { kind: 'user' as const, id: operatorId },
  isTold: false,
});
