import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type Archived, archived } from './archive-plan.ts';

export type Columns = ReadonlyMap<string, readonly string[]>;

/** The columns of each archived table that are written by somebody, as this database has them. */
export async function columnsOf(tx: Tx): Promise<Columns> {
  const found = await tx.rows<{ table: string; column: string }>(
    sql`select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = current_schema()::regnamespace and c.relname = any (${archived.map((one) => one.table)}::text[])
          and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`,
  );
  return new Map(
    archived.map(({ table }) => [table, found.filter((one) => one.table === table).map((one) => one.column)]),
  );
}

export const keyOf = ({ key }: Archived): readonly string[] => key ?? ['id'];

/** Ids of rows are made by the table itself; `mailboxes` has those of its accounts. */
export const hasOwnId = ({ key, ids }: Archived): boolean => key === undefined && ids?.id === undefined;
