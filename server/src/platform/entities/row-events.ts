import type { Entity } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import { type Happening, systemActor } from '../events.ts';
import { sql } from '../sql.ts';
import { type Caller, type EntityTable, pool } from './entity-table.ts';
import { getRowsById } from './get-rows.ts';
import type { LockedRow } from './lock-rows.ts';

type Values = Readonly<Record<string, unknown>>;

/** What the log may show of a row: never a secret, nor what is somebody's own. `whole`: with what the row holds besides. */
export function shown({ entity, ownBusiness }: EntityTable, row: Values, whole = row): Record<string, unknown> {
  const own = ownBusiness?.isOwn({ ...whole }) ? ownBusiness.fields : [];
  const isHidden = (name: string) => entity.fields[name]?.readable === false || own.includes(name);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isHidden(name) ? '***' : value]));
}

/** What a change of a row was, as the log may show it. */
export function changeOf(of: EntityTable, was: Values, values: Values): { before: Values; after: Values } {
  const names = Object.keys(values).filter((name) => of.entity.fields[name]?.readable);
  const before = Object.fromEntries(names.map((name) => [name, was[name]]));
  return { before: shown(of, before, was), after: shown(of, values, { ...was, ...values }) };
}

/** What rows hold before a change. */
export async function snapshot(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
): Promise<Map<number, Record<string, unknown>>> {
  const found = JSON.parse(
    await getRowsById(
      tx,
      of,
      rows.map((row) => row.id),
      { userId: 0, companies: [], narrowed: new Map(), may: () => false },
    ),
  ) as { id: number; [name: string]: unknown }[];
  return new Map(found.map((row) => [row.id, row]));
}

/**
 * To whom a change happened: what was taken out of the pool, to the company that has it now. Where the pool has more or less
 * than before, its readers are to be told as well.
 */
export async function afterPool(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
): Promise<{ rows: readonly LockedRow[]; hasPoolChanged: boolean }> {
  if (!of.hasPool) return { rows, hasPoolChanged: false };
  const now = await tx.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from ${sql.unsafe(of.table)} where id = any (${rows.map((row) => row.id)}::bigint[])`,
  );
  const companyOf = new Map(now.map((row) => [row.id, row.company_id]));
  const companyNow = (row: LockedRow) => companyOf.get(row.id) ?? row.companyId;
  return {
    rows: rows.map((row) => (row.companyId === pool ? { id: row.id, companyId: companyNow(row) } : row)),
    hasPoolChanged: rows.some((row) => row.companyId === pool || companyNow(row) === pool),
  };
}

/** The pool is everybody's, and who took what from it is not: nothing is told but that it is to be looked at again. */
export const poolChanged = (of: Entity): Happening => ({
  ...{ companyId: pool, entity: of.name, action: 'updated', entityId: null },
  // The trail has it already, where it belongs.
  actor: systemActor,
});

export function happening(
  of: EntityTable,
  action: Happening['action'],
  row: LockedRow,
  caller: Caller,
  detail?: Record<string, unknown>,
): Happening {
  return {
    companyId: row.companyId,
    entity: of.entity.name,
    action,
    entityId: row.id,
    ticketId: of.entity.name === 'tickets' ? row.id : null,
    actor: { kind: 'user', id: caller.userId },
    ...(detail ? { detail } : {}),
  };
}
