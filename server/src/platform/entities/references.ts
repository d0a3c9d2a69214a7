import type { Entity } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * How to find another entity's row within a company. Registered beside the noun; what a field `refersTo` must be found
 * there, or the call is refused as if it did not exist at all (SAFETY A7).
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
