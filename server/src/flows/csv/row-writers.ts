import type { CsvEntity } from '#contract/csv.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
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
    async write(tx, { companyId, person }, plans) {
      const outcomes: RowPlan[] = [];
      for (const plan of plans) {
        try {
          if (plan.is === 'created')
            await createRows(partOf(tx), of, [{ company_id: companyId, ...plan.values }], person);
          if (plan.is === 'updated')
            await updateRows(
              partOf(tx),
              of,
              { data: plan.values, filter: { conditions: [['id', '=', plan.id]] } },
              person,
            );
          outcomes.push(plan);
        } catch (error) {
          outcomes.push({ is: 'bad', problems: troublesOf(error) });
        }
      }
      return outcomes;
    },
  };
}

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
