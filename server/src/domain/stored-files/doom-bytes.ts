import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Bytes of a company that a row named and names no more: a whole file, or a part of one. */
export type Doomed = {
  readonly company_id: number;
  readonly file_key: string;
  readonly from_byte: number | null;
  readonly bytes: number | null;
};

/**
 * Notes bytes that are to be destroyed, in the transaction in which their rows go. Housekeeping destroys what nothing else
 * names by then.
 */
export async function doomBytes(tx: Tx, all: readonly Doomed[]): Promise<void> {
  if (all.length === 0) return;
  await tx.run(
    sql`insert into doomed_bytes (company_id, file_key, from_byte, bytes)
        select distinct company_id, file_key, from_byte, bytes
        from json_to_recordset(${JSON.stringify(all)}::json) as d (company_id bigint, file_key text, from_byte bigint, bytes bigint)`,
  );
}
