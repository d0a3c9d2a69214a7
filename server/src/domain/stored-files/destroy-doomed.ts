import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { Doomed } from './doom-bytes.ts';

const perRound = 100;
/** Longer than it takes from a file to the row that names it, and than a round takes. */
const freshMinutes = 10;

/**
 * Destroys what is doomed and named by nobody: a file is removed, a part of one that others share is overwritten. Whoever
 * dies before the debt is forgotten leaves it to be paid once more. Any number of processes together. What cannot be
 * destroyed is due again when its lease ends, and told at the end.
 */
export async function destroyDoomed(db: Database, files: Files): Promise<void> {
  const failures: unknown[] = [];
  let taken: number;
  do {
    const due = await db.transaction('system', claimDoomed);
    const paid: number[] = [];
    for (const one of due) {
      try {
        if (await destroy(db, files, one)) paid.push(one.id);
      } catch (error) {
        failures.push(error);
      }
    }
    await db.transaction('system', (tx) => tx.run(sql`delete from doomed_bytes where id = any (${paid}::bigint[])`));
    taken = due.length;
  } while (taken === perRound);
  requireRemoved(failures);
}

/** Throws one error for all files that could not be removed: their disk, or who owns them, is to be looked at. */
export function requireRemoved([first, ...others]: readonly unknown[]): void {
  if (first !== undefined) throw new Error(`${others.length + 1} files could not be removed`, { cause: first });
}

/** Those that turn out to have to wait are due again when their lease ends. */
const claimDoomed = (tx: Tx): Promise<(Doomed & { id: number })[]> =>
  tx.rows<Doomed & { id: number }>(
    sql`update doomed_bytes set due_at = now() + make_interval(mins => ${freshMinutes})
        where id in (select id from doomed_bytes where due_at <= now() order by due_at, id limit ${perRound} for update skip locked)
        returning id, company_id, file_key, from_byte, bytes`,
  );

/** False: it has to wait. Whoever stores the same bytes writes the file anew, and their row is not there yet. */
async function destroy(
  db: Database,
  files: Files,
  { file_key: key, from_byte: offset, bytes }: Doomed,
): Promise<boolean> {
  const [named] = await db.read<{ file: boolean; part: boolean }>(
    'system',
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
