import type { Tx } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import type { EntityTable } from './entity-table.ts';

/** A table of pairs behind a field of several ids: `team_members (company_id, team_id, user_id)`. */
export type Link = {
  readonly table: string;
  /** The column of the row's own id, and that of the others. */
  readonly own: string;
  readonly other: string;
};

/** The ids in order, as JSON. */
export const linkedIds = (link: Link): Sql =>
  sql.unsafe(
    `(select coalesce(json_agg(l.${link.other} order by l.${link.other}), '[]') from ${link.table} l where l.company_id = t.company_id and l.${link.own} = t.id)`,
  );

/** Makes the pairs of these rows what was given: new ones are added, missing ones go, the others stay as they are. */
export async function storeLinks(
  tx: Tx,
  of: EntityTable,
  rows: readonly { readonly id: number; readonly companyId: number }[],
  values: Record<string, unknown>,
): Promise<void> {
  for (const [field, link] of Object.entries(of.links ?? {})) {
    const given = values[field];
    if (!Array.isArray(given)) continue;
    const table = sql.unsafe(link.table);
    const own = sql.unsafe(link.own);
    const other = sql.unsafe(link.other);
    for (const { id, companyId } of rows) {
      await tx.run(
        sql`delete from ${table} where company_id = ${companyId} and ${own} = ${id} and ${other} <> all (${given}::bigint[])`,
      );
      await tx.run(
        sql`insert into ${table} (company_id, ${own}, ${other}) select ${companyId}, ${id}, unnest(${given}::bigint[]) on conflict do nothing`,
      );
    }
  }
}
