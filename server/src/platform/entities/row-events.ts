import type { Entity } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import type { Happening } from '../events.ts';
import { sql } from '../sql.ts';
import { type Caller, type EntityTable, pool } from './entity-table.ts';
import { getRowsById } from './get-rows.ts';
import type { LockedRow } from './lock-rows.ts';

/** What the log may show of a row: never a secret. */
export const shown = (of: Entity, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, of.fields[name]?.readable === false ? '***' : value]),
  );

/** What these fields hold before a change. */
export async function snapshot(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  fields: readonly string[],
): Promise<Map<number, Record<string, unknown>>> {
  const open = fields.filter((name) => of.entity.fields[name]?.readable);
  const found = JSON.parse(
    await getRowsById(
      tx,
      of,
      rows.map((row) => row.id),
      { userId: 0, companies: [], narrowed: new Map(), may: () => false },
    ),
  ) as { id: number; [name: string]: unknown }[];
  return new Map(found.map((row) => [row.id, Object.fromEntries(open.map((name) => [name, row[name]]))]));
}

/** What was taken out of the pool happened to the company that has it now. */
export async function outOfPool(tx: Tx, of: EntityTable, rows: readonly LockedRow[]): Promise<readonly LockedRow[]> {
  const ids = rows.flatMap((row) => (of.hasPool && row.companyId === pool ? [row.id] : []));
  if (ids.length === 0) return rows;
  const now = await tx.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from ${sql.unsafe(of.table)} where id = any (${ids}::bigint[])`,
  );
  const companyOf = new Map(now.map((row) => [row.id, row.company_id]));
  return rows.map((row) => ({ id: row.id, companyId: companyOf.get(row.id) ?? row.companyId }));
}

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
