import type { Entity } from '#contract/entity.ts';
import type { Dependents } from '#contract/generic-calls.ts';
import type { Database, Tx } from '../database.ts';
import { type Happening, recordEvents } from '../events.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import { type Caller, type EntityTable, tenantColumnOf } from './entity-table.ts';
import { type Filter, type LockedRow, lockRows } from './lock-rows.ts';

/** What depends on rows of an entity, declared beside the noun that depends. */
export type Dependent = {
  /** `select count(*)::int as n …`: how many depend on any of these rows; of tickets, those that the caller sees, if one is named. */
  readonly count: (ids: readonly number[], caller?: Caller) => Sql;
  /** Gives them to another row of the same company, and answers what happened. Absent: they cannot move. */
  readonly move?: (tx: Tx, ids: readonly number[], to: number, caller: Caller) => Promise<readonly Happening[]>;
  /** More than that are not moved at once. */
  readonly moveMax?: number;
  /** Takes `move` back. Absent: restoring the rows does so by itself. */
  readonly back?: {
    /** What `move` says happened, and the field that it changed. */
    readonly entity: string;
    readonly field: string;
    /** Gives back what is still where it was moved to; the rest went on, and stays. */
    readonly give: (tx: Tx, moved: readonly Moved[], caller: Caller) => Promise<readonly Happening[]>;
  };
  /** What moving them takes: `tickets.update`. */
  readonly privilege: string;
  /** Moving them decides who sees them: whoever does not see all of them moves none. */
  readonly decidesReach?: boolean;
  /** Nothing is disabled while there are any. */
  readonly mustMove: boolean;
};

/** Something that names `at`, and is to name `to`. */
export type Moved = { readonly id: number; readonly at: number; readonly to: number };

const all = new Map<string, Map<string, Dependent>>();

/** `name` is one of the entity's `dependents` in the contract. */
export function registerDependent(entityName: string, name: string, dependent: Dependent): void {
  const known = all.get(entityName) ?? new Map<string, Dependent>();
  known.set(name, dependent);
  all.set(entityName, known);
}

/** Throws when the contract names what nobody registered: asked once, when the entity is mounted. */
export function dependentsOf(of: Entity): [name: string, dependent: Dependent][] {
  return of.dependents.map((name) => {
    const found = all.get(of.name)?.get(name);
    if (!found) throw new Error(`nobody registered ${name}, which the contract says depend on ${of.name}`);
    return [name, found];
  });
}

/** Answers `{entity}/dependents`: what would be in the way of disabling these rows. */
export async function findDependents(
  db: Database,
  of: EntityTable,
  filter: Filter | undefined,
  caller: Caller,
): Promise<Dependents> {
  return db.transaction({ companies: caller.companies }, async (tx) =>
    countDependents(tx, of, await lockRows(tx, of, filter, 'askToDelete', caller), caller),
  );
}

async function countDependents(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  caller: Caller,
): Promise<Dependents> {
  const ids = rows.map((row) => row.id);
  const counted: Dependents = [];
  const isOutOfSight = await someOutOfSight(tx, of, rows, caller);
  for (const [name, dependent] of dependentsOf(of.entity)) {
    const count = await countOf(tx, dependent.count(ids, caller));
    const { move, moveMax, mustMove } = dependent;
    const isTooMany = moveMax !== undefined && count > moveMax;
    if (count > 0)
      counted.push({
        ...{ name, count, can_move: move !== undefined && !isTooMany && !isOutOfSight, must_move: mustMove },
        ...(isTooMany ? { move_max: moveMax } : {}),
        ...(move && isOutOfSight ? { out_of_sight: true as const } : {}),
      });
  }
  return counted;
}

const countOf = async (tx: Tx, count: Sql): Promise<number> => (await tx.row<{ n: number }>(sql`${count}`))?.n ?? 0;

/**
 * Moves what depends on the rows to another one, and refuses to go on while something remains that must not. Answers the
 * entities whose rows were changed.
 */
export async function settleDependents(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  moveTo: number | undefined,
  caller: Caller,
): Promise<string[]> {
  const touched = moveTo === undefined ? [] : await moveDependents(tx, of, rows, moveTo, caller);
  const left = (await countDependents(tx, of, rows, caller)).find((one) => one.must_move);
  if (left) throw new Problem('has_dependents', { field: 'filter' });
  return touched;
}

async function moveDependents(
  tx: Tx,
  of: EntityTable,
  rows: readonly LockedRow[],
  to: number,
  caller: Caller,
): Promise<string[]> {
  await requireTarget(tx, of, rows, to);
  if (await someOutOfSight(tx, of, rows, caller)) throw new Problem('above_own_rights', { field: 'move_to' });
  const ids = rows.map((row) => row.id);
  const companies = new Set(rows.map((row) => row.companyId));
  const touched = new Set<string>();
  for (const [, dependent] of dependentsOf(of.entity)) {
    if (!dependent.move) continue;
    const happened = await dependent.move(tx, ids, to, caller);
    if (happened.length === 0) continue;
    if ([...companies].some((id) => !caller.may(id, dependent.privilege))) throw new Problem('forbidden');
    await recordEvents(tx, happened);
    for (const { entity } of happened) touched.add(entity);
  }
  return [...touched];
}

/** Nobody carries what they do not see to where they see it: then nothing is moved. How much that is they are not told. */
async function someOutOfSight(tx: Tx, of: EntityTable, rows: readonly LockedRow[], caller: Caller): Promise<boolean> {
  if (!rows.some((row) => caller.narrowed.has(row.companyId))) return false;
  const ids = rows.map((row) => row.id);
  for (const [, { move, decidesReach, count }] of dependentsOf(of.entity)) {
    if (!move || !decidesReach) continue;
    if ((await countOf(tx, count(ids, caller))) < (await countOf(tx, count(ids)))) return true;
  }
  return false;
}

/** One that is in use, in the company of all the rows, and not one of them. It stays so until the end. */
async function requireTarget(tx: Tx, of: EntityTable, rows: readonly LockedRow[], to: number): Promise<void> {
  const companies = [...new Set(rows.map((row) => row.companyId))];
  const tenant = sql.unsafe(`t.${tenantColumnOf(of)}`);
  const found =
    companies.length === 1 && !rows.some((row) => row.id === to)
      ? await tx.row(
          sql`select t.id from ${sql.unsafe(of.table)} t where t.id = ${to} and ${tenant} = ${companies[0]} and t.is_deleted = 0 for share of t`,
        )
      : undefined;
  if (!found) throw new Problem('not_found', { field: 'move_to' });
}
