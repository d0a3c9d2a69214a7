import type { CsvEntity } from '#contract/csv.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database, Transactions, Tx } from '#platform/database.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { createRows, updateRows } from '#platform/entities/write-rows.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { sql } from '#platform/sql.ts';
import { importKinds } from './import-kinds.ts';
import { type FileRow, planRows, type RowPlan, troublesOf } from './plan-rows.ts';

/** How rows of one entity come in. */
export type RowWriter = {
  readonly plan: (where: Where, rows: readonly FileRow[]) => Promise<RowPlan[]>;
  /** Writes in a transaction, which a trial takes back. Answers what became of each. */
  readonly write?: (tx: Tx, where: Where, plans: readonly RowPlan[]) => Promise<RowPlan[]>;
  /** Does what cannot be taken back, so a trial ends with the plan. Doing it twice is doing it once. */
  readonly send?: (where: Where, rows: readonly FileRow[], plans: readonly RowPlan[]) => Promise<RowPlan[]>;
};
export type Where = { readonly db: Database; readonly companyId: number; readonly person: Person };

/** By create and update of the entity itself: its rules, rights, limits and audit are those of a form. */
export function entityWriter(entity: Exclude<CsvEntity, 'users'>, of: EntityTable): RowWriter {
  const kind = importKinds[entity];
  return {
    plan: async (where, rows) => planRows({ ...where, of, kind }, rows),
    async write(tx, where, plans) {
      const outcomes: RowPlan[] = [];
      for (const plan of runsOf(plans)) outcomes.push(...(await carryOut(partOf(tx), of, where, plan)));
      return outcomes;
    },
  };
}

/** In their order; new rows that follow one another together, for one statement more costs what ten rows more do. */
function runsOf(plans: readonly RowPlan[]): RowPlan[][] {
  const runs: RowPlan[][] = [];
  for (const plan of plans) {
    const run = runs.at(-1);
    if (run && plan.is === 'created' && run[0]?.is === 'created') run.push(plan);
    else runs.push([plan]);
  }
  return runs;
}

/** Where one of several cannot come in, each half is tried by itself, down to the one. */
async function carryOut(tx: Transactions, of: EntityTable, where: Where, run: readonly RowPlan[]): Promise<RowPlan[]> {
  try {
    const [first] = run;
    if (first?.is === 'created')
      await createRows(
        tx,
        of,
        run.flatMap((plan) => newRow(where, plan)),
        where.person,
      );
    if (first?.is === 'updated')
      await updateRows(tx, of, { data: first.values, filter: { conditions: [['id', '=', first.id]] } }, where.person);
    return [...run];
  } catch (error) {
    const problems = troublesOf(error);
    if (run.length === 1) return [{ is: 'bad', problems }];
    const half = Math.ceil(run.length / 2);
    const before = await carryOut(tx, of, where, run.slice(0, half));
    return [...before, ...(await carryOut(tx, of, where, run.slice(half)))];
  }
}

const newRow = ({ companyId }: Where, plan: RowPlan) =>
  plan.is === 'created' ? [{ company_id: companyId, ...plan.values }] : [];

export type Room = { readonly left: number; readonly max: number };

/** How many more rows of this entity a company may have; undefined: as many as it likes. */
export async function roomFor({ table, rowsMax }: EntityTable, { db, companyId }: Where): Promise<Room | undefined> {
  if (rowsMax === undefined) return undefined;
  const [row] = await db.read<{ n: number }>(
    { companies: [companyId] },
    sql`select count(*)::int as n from ${sql.unsafe(table)} where company_id = ${companyId} and is_deleted = 0`,
  );
  return { left: Math.max(0, rowsMax - (row?.n ?? 0)), max: rowsMax };
}
