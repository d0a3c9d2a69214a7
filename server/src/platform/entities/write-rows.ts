import type { z } from 'zod';
import { createSchema, type Entity, rowsPerWriteMax, updateSchema } from '#contract/entity.ts';
import type { Transactions, Tx } from '../database.ts';
import { type Happening, recordEvents } from '../events.ts';
import { madeOnce } from '../made-once.ts';
import { parse } from '../parse.ts';
import { Problem } from '../problem.ts';
import { type Caller, type Change, type EntityTable, privilegeOf, scopeFor } from './entity-table.ts';
import { getRowsById } from './get-rows.ts';
import { type Filter, lockRows } from './lock-rows.ts';
import { requireReferences } from './references.ts';
import { requireRoom } from './require-room.ts';
import { afterPool, changeOf, happening, poolChanged, shown, snapshot } from './row-events.ts';
import { requireAsSeen } from './seen.ts';
import { changeRows, insertRow } from './store-rows.ts';

export type Written = { readonly rowsJson: string; readonly ids: readonly number[] };

/** Answers `{entity}/create`: all rows or none, and the same ones where the request comes again. */
export async function createRows(
  db: Transactions,
  of: EntityTable,
  data: unknown,
  caller: Caller,
  requestId?: string,
): Promise<Written> {
  if (!Array.isArray(data)) throw new Problem('invalid_value', { field: 'data' });
  if (data.length === 0 || data.length > rowsPerWriteMax) throw new Problem('invalid_value', { field: 'data' });
  const parsed = data.map((row, i) => parseRow(of.entity, createSchema(of.entity), row, `data[${i}]`));
  const { clean } = of;
  const rows = clean ? await Promise.all(parsed.map((row, i) => clean(row, `data[${i}]`))) : parsed;
  const companies = rows.map((row) => Number(row.company_id));

  return db.transaction({ companies: caller.companies }, async (tx) => {
    for (const [i, companyId] of companies.entries()) {
      if (!caller.companies.includes(companyId)) throw new Problem('not_found', { field: `data[${i}].company_id` });
      if (!caller.may(companyId, privilegeOf(of, 'create'))) throw new Problem('forbidden');
    }
    const [companyId = null] = companies;
    const request = { userId: caller.userId, requestId, companyId, what: `${of.entity.name}/create` };
    const ids = await madeOnce(tx, request, () => insertRows(tx, of, rows, caller));
    return { rowsJson: await getRowsById(tx, of, ids, caller), ids };
  });
}

async function insertRows(
  tx: Tx,
  of: EntityTable,
  rows: readonly Record<string, unknown>[],
  caller: Caller,
): Promise<number[]> {
  const written: Happening[] = [];
  const ids: number[] = [];
  for (const [i, given] of rows.entries()) {
    const companyId = Number(given.company_id);
    await requireReferences(tx, of.entity, companyId, given, `data[${i}]`);
    await requireRoom(tx, of, companyId, 1, 'data');
    const row = (await of.prepare?.(tx, given, caller)) ?? given;
    const id = await insertRow(tx, of, row, `data[${i}]`);
    const change: Change = { action: 'create', rows: [{ id, companyId }], values: row, at: `data[${i}]`, caller };
    await of.check?.(tx, change);
    await of.follow?.(tx, change);
    written.push(happening(of, 'created', { id, companyId }, caller, { after: shown(of, row) }));
    ids.push(id);
  }
  await recordEvents(tx, written);
  return ids;
}

/** Answers `{entity}/update`: the same change to every row the filter finds. */
export async function updateRows(
  db: Transactions,
  of: EntityTable,
  body: { data: unknown; filter?: Filter | undefined; seen?: Record<string, unknown> | undefined },
  caller: Caller,
): Promise<Written> {
  const parsed = parseRow(of.entity, updateSchema(of.entity), body.data, 'data');
  const values = (await of.clean?.(parsed, 'data')) ?? parsed;
  if (Object.keys(values).length === 0) throw new Problem('required', { field: 'data' });

  return db.transaction(scopeFor(of, caller), async (tx) => {
    const rows = await lockRows(tx, of, body.filter, 'update', caller);
    if (body.seen) await requireAsSeen(tx, of, rows, body.seen, caller);
    const before = await snapshot(tx, of, rows);
    for (const [companyId, some] of Map.groupBy(rows, (row) => row.companyId)) {
      const held = some.map((row) => before.get(row.id) ?? {});
      await requireReferences(tx, of.entity, companyId, values, 'data', held);
    }
    const change: Change = { action: 'update', rows, values, at: 'data', caller };
    await of.check?.(tx, change);
    await changeRows(tx, of, rows, values);
    await of.follow?.(tx, change);
    const now = await afterPool(tx, of, rows);
    const happened = now.rows.map((row) =>
      happening(of, 'updated', row, caller, changeOf(of, before.get(row.id) ?? {}, values)),
    );
    await recordEvents(tx, now.hasPoolChanged ? [...happened, poolChanged(of.entity)] : happened);
    const ids = rows.map((row) => row.id);
    return { rowsJson: await getRowsById(tx, of, ids, caller), ids };
  });
}

/** Throws what is wrong with it, by its fields. */
export function parseRow(of: Entity, schema: z.ZodObject, row: unknown, at: string): Record<string, unknown> {
  const read = parse(schema, row, at);
  for (const [name, value] of Object.entries(read)) {
    if (of.fields[name]?.kind === 'json' && !isStorableJson(value))
      throw new Problem('invalid_value', { field: `${at}.${name}` });
  }
  return read;
}

/** PostgreSQL's jsonb holds neither NUL nor half a surrogate pair: exactly what JSON.stringify writes as these escapes. */
const isStorableJson = (value: unknown): boolean =>
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value) ?? '');
