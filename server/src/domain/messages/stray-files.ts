import type { Database, Tx } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { doomBytes, requireRemoved } from '../stored-files/index.ts';

/** Longer than any upload takes. */
const uploadMinutes = 60;
const unsentUploadHours = 24;
const filesPerRound = 100;
/** After which a file that could not be removed is tried again. */
const againMinutes = 60;
/** The due time of a file that is being removed: whoever dies over it leaves it to the next round. */
const whileRemoved = '-infinity';

/** Where an upload's bytes will lie: in a file of their own, so that they can go when it is never sent. */
export const uploadKey = (companyId: number): string => `company-${companyId}/uploads/${crypto.randomUUID()}`;

/** Notes a file that is about to be written, so that it is found if nothing comes of it. */
export async function noteStray(tx: Tx, companyId: number, key: string): Promise<void> {
  await tx.run(
    sql`insert into stray_files (file_key, company_id, due_at) values (${key}, ${companyId}, now() + make_interval(mins => ${uploadMinutes}))`,
  );
}

/** The files belong to rows from now on. */
export async function adoptFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  const adopted = await tx.run(
    sql`delete from stray_files where file_key = any (${keys}::text[]) and due_at <> ${whileRemoved}`,
  );
  // Whoever took an hour has lost the first of them.
  if (adopted !== keys.length) throw new Problem('malformed_request', { field: 'file' });
}

/** An upload came to nothing: its files go at once. */
export async function removeFiles(
  db: Database,
  files: Files,
  { companyId, keys }: { companyId: number; keys: readonly string[] },
): Promise<void> {
  for (const key of keys) await files.remove(key);
  await db.transaction({ companies: [companyId] }, (tx) =>
    tx.run(sql`delete from stray_files where file_key = any (${keys}::text[])`),
  );
}

/** Forgets uploads that were not sent within a day. Their files go with the next round of `removeStrayFiles`. */
export async function forgetUnsentUploads(db: Database): Promise<void> {
  await db.transaction('system', (tx) =>
    forgetAttachments(
      tx,
      sql`message_id is null and template_id is null and draft_id is null and new_letter_id is null and added < now() - make_interval(hours => ${unsentUploadHours})`,
    ),
  );
}

/**
 * Forgets attachments, and leaves their files to the next round of housekeeping. A file that another attachment shares
 * stays: one that is named by its content, and one of a template that went into letters. Whether one does is asked there,
 * where what was forgotten at the same time is gone as well.
 */
export async function forgetAttachments(tx: Tx, which: Sql): Promise<number> {
  const gone = await tx.rows<{ company_id: number; file_key: string }>(
    sql`delete from attachments where ${which} returning company_id, file_key`,
  );
  if (gone.length === 0) return 0;
  const named = gone.filter((one) => !isUpload(one.file_key));
  await doomBytes(
    tx,
    named.map((one) => ({ ...one, from_byte: null, bytes: null })),
  );
  // A note that is there already is held until we commit: until then whoever looks still finds the rows that go.
  await tx.run(
    sql`insert into stray_files (file_key, company_id, due_at)
        select distinct on (file_key) file_key, company_id, now()
        from json_to_recordset(${JSON.stringify(gone)}::json) as g (company_id bigint, file_key text)
        where file_key like 'company-%/uploads/%' order by file_key
        on conflict (file_key) do update set due_at = excluded.due_at`,
  );
  return gone.length;
}

const isUpload = (key: string): boolean => /^company-\d+\/uploads\//.test(key);

/**
 * Removes files that are due and that no row names, outside of any transaction, and then their notes: a crash between the
 * two removes them again. What is being removed can be adopted no more, and copied no more either: its last row is gone.
 * A file that cannot be removed is left for an hour, and told at the end.
 */
export async function removeStrayFiles(db: Database, files: Files): Promise<void> {
  const failures: unknown[] = [];
  let taken: number;
  do {
    const due = await db.transaction('system', (tx) =>
      tx.rows<{ file_key: string }>(
        sql`update stray_files set due_at = ${whileRemoved}
            where file_key in (select file_key from stray_files where due_at <= now() order by due_at limit ${filesPerRound} for update skip locked)
            returning file_key`,
      ),
    );
    const keys = due.map((one) => one.file_key);
    const named = await namedOf(db, keys);
    const left: string[] = [];
    for (const key of keys) {
      if (named.has(key)) continue;
      try {
        await files.remove(key);
      } catch (error) {
        failures.push(error);
        left.push(key);
      }
    }
    // A note that somebody holds is theirs from now on, and due once more.
    await db.transaction('system', async (tx) => {
      await tx.run(
        sql`delete from stray_files where file_key in (
              select file_key from stray_files where file_key = any (${keys}::text[]) and file_key <> all (${left}::text[])
                and due_at = ${whileRemoved} for update skip locked)`,
      );
      if (left.length === 0) return;
      await tx.run(
        sql`update stray_files set due_at = now() + make_interval(mins => ${againMinutes}) where file_key in (
              select file_key from stray_files where file_key = any (${left}::text[]) and due_at = ${whileRemoved} for update skip locked)`,
      );
    });
    taken = keys.length;
  } while (taken === filesPerRound);
  requireRemoved(failures);
}

async function namedOf(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.read<{ key: string }>(
    'system',
    sql`select file_key as key from attachments where file_key = any (${keys}::text[])
        union select raw_key from inbound_mails where raw_key = any (${keys}::text[])`,
  );
  return new Set(rows.map((row) => row.key));
}
