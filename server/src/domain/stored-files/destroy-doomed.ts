import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { Doomed } from './doom-bytes.ts';

const perRound = 100;
/** Longer than it takes from a file to the row that names it. */
const freshMinutes = 10;

/**
 * Destroys what is doomed and named by nobody: a file is removed, a part of one that others share is overwritten. Paid in
 * the transaction that forgets the debt, so whoever dies in between does it again. Any number of processes together.
 */
export async function destroyDoomed(db: Database, files: Files): Promise<void> {
  let looked: number;
  do {
    looked = await db.transaction('system', async (tx) => {
      const due = await tx.rows<Doomed & { id: number }>(
        sql`select id, company_id, file_key, from_byte, bytes from doomed_bytes where due_at <= now() order by due_at, id limit ${perRound} for update skip locked`,
      );
      const paid: number[] = [];
      const later: number[] = [];
      for (const one of due) ((await destroy(tx, files, one)) ? paid : later).push(one.id);
      await tx.run(sql`delete from doomed_bytes where id = any (${paid}::bigint[])`);
      await tx.run(
        sql`update doomed_bytes set due_at = now() + make_interval(mins => ${freshMinutes}) where id = any (${later}::bigint[])`,
      );
      return due.length;
    });
  } while (looked === perRound);
}

/** False: it has to wait. Whoever stores the same bytes writes the file anew, and their row is not there yet. */
async function destroy(tx: Tx, files: Files, { file_key: key, from_byte: offset, bytes }: Doomed): Promise<boolean> {
  const named = await tx.row<{ file: boolean; part: boolean }>(
    sql`select exists (select from attachments where file_key = ${key}) or exists (select from inbound_mails where raw_key = ${key}) as file,
          exists (select from inbound_mails where raw_key = ${key} and raw_offset is not distinct from ${offset}::bigint) as part`,
  );
  if (!named?.file) {
    const stored = await files.storedAt(key);
    if (stored === undefined) return true;
    if (offset === null && Date.now() - stored.getTime() < freshMinutes * 60_000) return false;
    await files.remove(key);
  } else if (offset !== null && bytes !== null && !named.part) {
    await files.overwrite(key, { offset, length: bytes });
  }
  return true;
}
