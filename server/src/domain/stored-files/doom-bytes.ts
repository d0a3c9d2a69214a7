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
 * names by then. `inMinutes`: no sooner, where the file is written and named meanwhile.
 */
export async function doomBytes(tx: Tx, all: readonly Doomed[], { inMinutes = 0 } = {}): Promise<void> {
  if (all.length === 0) return;
  await tx.run(
    sql`insert into doomed_bytes (company_id, file_key, from_byte, bytes, due_at)
        select distinct company_id, file_key, from_byte, bytes, now() + make_interval(mins => ${inMinutes}::int)
        from json_to_recordset(${JSON.stringify(all)}::json) as d (company_id bigint, file_key text, from_byte bigint, bytes bigint)`,
  );
}

/** These files are named by rows of this transaction: housekeeping need not look. */
export async function spareFiles(tx: Tx, companyId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    sql`delete from doomed_bytes where company_id = ${companyId} and file_key = any (${keys}::text[]) and from_byte is null`,
  );
}
