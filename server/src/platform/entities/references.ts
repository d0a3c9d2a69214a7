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

/** `held`: the rows as they are, where some are changed. What all their lists hold already may be disabled by now. */
export async function requireReferences(
  tx: Tx,
  of: Entity,
  companyId: number,
  row: Record<string, unknown>,
  at: string,
  held: readonly Readonly<Record<string, unknown>>[] = [],
): Promise<void> {
  for (const [name, field] of Object.entries(of.fields)) {
    const value = row[name];
    if (!field.refersTo || value === undefined || value === null || name === 'company_id') continue;
    const find = finders.get(field.refersTo);
    if (!find) throw new Error(`${of.name}.${name} refers to ${field.refersTo}, which nobody registered`);
    const isHeld = (id: unknown) =>
      held.length > 0 && held.every((one) => Array.isArray(one[name]) && one[name].includes(id));
    for (const id of Array.isArray(value) ? value.filter((one) => !isHeld(one)) : [value]) {
      const found = await tx.row(sql`${find(companyId, Number(id))}`);
      if (!found) throw new Problem('not_found', { field: `${at}.${name}` });
    }
  }
}

type Held = { name: string; is_deleted: 0 | 1 };
type Holder = { readonly hold: (id: number) => Sql; readonly isNeededWhereNamed: boolean };
const holders = new Map<string, Holder>();

/**
 * How to hold what others cannot be without, so that it is not disabled meanwhile: `select name, is_deleted … for share`.
 * `isNeededWhereNamed`: also whoever may do without one goes by the one that is named.
 */
export function registerHolder(entityName: string, hold: (id: number) => Sql, isNeededWhereNamed = false): void {
  holders.set(entityName, { hold, isNeededWhereNamed });
}

/** Refuses rows that cannot be without another one which is disabled: they would work for what nobody sees. */
export async function requireWhatTheyNeed(tx: Tx, of: EntityTable, rows: readonly LockedRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const [name, field] of Object.entries(of.entity.fields)) {
    if (!field.refersTo || name === tenantColumnOf(of)) continue;
    const holder = holders.get(field.refersTo);
    if (!field.required && !holder?.isNeededWhereNamed) continue;
    if (!holder) throw new Error(`${of.entity.name}.${name} needs ${field.refersTo}, which nobody holds`);
    const table = sql.unsafe(of.part?.fields.includes(name) ? of.part.table : of.table);
    const column = sql.unsafe(of.storedAs?.[name] ?? name);
    const needed = await tx.rows<{ id: number }>(
      sql`select distinct ${column} as id from ${table} where id = any (${ids}::bigint[]) and ${column} is not null order by 1`,
    );
    for (const { id } of needed) {
      const held = await tx.row<Held>(sql`${holder.hold(id)}`);
      if (held?.is_deleted === 1)
        throw new Problem('belongs_to_disabled', { field: 'filter', values: { name: held.name } });
    }
  }
}
