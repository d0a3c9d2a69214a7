import type { Entity } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import type { Happening } from '../events.ts';
import type { Caller, EntityTable } from './entity-table.ts';
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
