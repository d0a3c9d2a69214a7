import { type Action, rowsPerWriteMax } from '#contract/entity.ts';
import type { Tx } from '../database.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import { checkConditions, conditionsSql, narrowCompanies } from './conditions.ts';
import {
  type Caller,
  companiesFor,
  type EntityTable,
  inSightSql,
  pool,
  privilegeOf,
  sourceFor,
  tenantColumnOf,
  visibleSql,
} from './entity-table.ts';

export type Filter = { readonly conditions: readonly (readonly [string, string, unknown])[] };
export type LockedRow = { readonly id: number; readonly companyId: number };

/** `askToDelete`: what that would take, which changes nothing yet. */
type Why = Exclude<Action, 'get' | 'create'> | 'askToDelete';

/**
 * The rows a filter finds, locked in the order of their ids so that two writers never wait for each other in a circle. Whoever
 * writes what refers to them (an import, a letter that comes in) is waited for only where that may have to move.
 */
export async function lockRows(
  tx: Tx,
  of: EntityTable,
  filter: Filter | undefined,
  why: Why,
  caller: Caller,
): Promise<LockedRow[]> {
  if (!filter || filter.conditions.length === 0) throw new Problem('filter_required', { field: 'filter' });
  const conditions = checkConditions(of.entity, filter.conditions);
  const seen = narrowCompanies(of, companiesFor(of, 'get', caller), conditions);
  const tenant = tenantColumnOf(of);
  const fixed = sql.join(
    Object.entries(of.fixed ?? {}).map(([column, value]) => sql.unsafe(` and t.${column} = '${value}'`)),
    '',
  );
  const visible = visibleSql(of, caller, seen);
  const rows = await tx.rows<{ id: number; company_id: number }>(
    sql`select t.id, ${sql.unsafe(`t.${tenant}`)} as company_id from ${sourceFor(
      of,
      conditions.map((one) => one.name),
      sql.unsafe(of.table),
    )}
        where ${sql.unsafe(`t.${tenant}`)} = any (${seen}::bigint[])${fixed}${inSightSql(of, [])}${visible}${conditionsSql(of, conditions, caller)}
        order by t.id limit ${rowsPerWriteMax + 1} ${lockFor(of, why)} of t`,
  );
  if (rows.length === 0) throw new Problem('not_found', { field: 'filter' });
  if (rows.length > rowsPerWriteMax)
    throw new Problem('limit_reached', { field: 'filter', values: { max: rowsPerWriteMax } });
  const mayNot = (companyId: number) =>
    !(of.hasPool && companyId === pool) &&
    !caller.may(companyId, privilegeOf(of, why === 'askToDelete' ? 'delete' : why));
  if (rows.some((row) => mayNot(row.company_id))) throw new Problem('forbidden');
  return rows.map((row) => ({ id: row.id, companyId: row.company_id }));
}

/**
 * A new row that refers to one holds it `for key share`, and no longer than until it is there: `for update` waits for that,
 * so that what depends on a row that is to be disabled is counted and moved with all that had begun to. Anything else goes
 * on beside it.
 */
const lockFor = (of: EntityTable, why: Why): Sql =>
  why === 'delete' && of.entity.dependents.length > 0 ? sql.unsafe('for update') : sql.unsafe('for no key update');
