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

/** Those of them that hold a time. */
export async function timesOf(tx: Tx): Promise<Columns> {
  const found = await tx.rows<{ table: string; columns: string[] }>(
    sql`select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
        where table_schema = current_schema() and table_name = any (${archived.map((one) => one.table)}::text[])
          and data_type in ('timestamp with time zone', 'timestamp without time zone', 'date') group by 1`,
  );
  return new Map(found.map(({ table, columns }) => [table, columns]));
}

/** What the rows of a table are told apart by in this database, in the order of its index. */
export async function primaryKeyOf(tx: Tx, table: string): Promise<readonly string[]> {
  const found = await tx.rows<{ column: string }>(
    sql`select a.attname as column from pg_index i cross join unnest(i.indkey) with ordinality as k (num, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num
        where i.indrelid = to_regclass(${table}) and i.indisprimary order by k.place`,
  );
  return found.map((one) => one.column);
}

export const keyOf = ({ key }: Archived): readonly string[] => key ?? ['id'];

/** Ids of rows are made by the table itself; `mailboxes` has those of its accounts. */
export const hasOwnId = ({ key, ids }: Archived): boolean => key === undefined && ids?.id === undefined;
