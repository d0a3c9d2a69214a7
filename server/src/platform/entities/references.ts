import type { Entity } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import { type EntityTable, tenantColumnOf } from './entity-table.ts';
import type { LockedRow } from './lock-rows.ts';

/**
 * How to find another entity's row within a company. Registered beside the noun; what a field `refersTo` must be found
 * there, or the call is refused as if it did not exist at all (SAFETY A7). What others cannot be without is found `for share`,
 * so that it is not disabled before they are written.
 */
const finders = new Map<string, (companyId: number, id: number) => Sql>();

export function registerReference(entityName: string, find: (companyId: number, id: number) => Sql): void {
  finders.set(entityName, find);
}

export async function requireReferences(
  tx: Tx,
  of: Entity,
  companyId: number,
  row: Record<string, unknown>,
  at: string,
): Promise<void> {
  for (const [name, field] of Object.entries(of.fields)) {
    const value = row[name];
    if (!field.refersTo || value === undefined || value === null || name === 'company_id') continue;
    const find = finders.get(field.refersTo);
    if (!find) throw new Error(`${of.name}.${name} refers to ${field.refersTo}, which nobody registered`);
    for (const id of Array.isArray(value) ? value : [value]) {
      const found = await tx.row(sql`${find(companyId, Number(id))}`);
      if (!found) throw new Problem('not_found', { field: `${at}.${name}` });
    }
  }
}

type Held = { name: string; is_deleted: 0 | 1 };
const holders = new Map<string, (id: number) => Sql>();

/** How to hold what others cannot be without, so that it is not disabled meanwhile: `select name, is_deleted … for share`. */
export function registerHolder(entityName: string, hold: (id: number) => Sql): void {
  holders.set(entityName, hold);
}

/** Refuses rows that cannot be without another one which is disabled: they would work for what nobody sees. */
export async function requireWhatTheyNeed(tx: Tx, of: EntityTable, rows: readonly LockedRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const [name, field] of Object.entries(of.entity.fields)) {
    if (!field.refersTo || !field.required || name === tenantColumnOf(of)) continue;
    const hold = holders.get(field.refersTo);
    if (!hold) throw new Error(`${of.entity.name}.${name} needs ${field.refersTo}, which nobody holds`);
    const needed = await tx.rows<{ id: number }>(
      sql`select distinct ${sql.unsafe(of.storedAs?.[name] ?? name)} as id from ${sql.unsafe(of.table)} where id = any (${ids}::bigint[]) order by 1`,
    );
    for (const { id } of needed) {
      const held = await tx.row<Held>(sql`${hold(id)}`);
      if (held?.is_deleted === 1)
        throw new Problem('belongs_to_disabled', { field: 'filter', values: { name: held.name } });
    }
  }
}
