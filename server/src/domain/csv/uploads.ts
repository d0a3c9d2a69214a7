import { type CsvEntity, unreadUploadsMax, uploadDays } from '#contract/csv.ts';
import type { Database, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { Encoding } from './read-text.ts';

export type CsvUpload = {
  readonly id: number;
  readonly company_id: number;
  readonly entity: CsvEntity;
  readonly file_key: string;
  readonly file_name: string;
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** Below the titles. */
  readonly rows: number;
};

/** Keeps a file of rows for an import. Its bytes are on the disk already; the oldest of many goes. */
export async function keepUpload(
  tx: Tx,
  the: Omit<CsvUpload, 'id'> & { uploaded_by: number; bytes: number },
): Promise<number> {
  await forget(
    tx,
    sql`id in (select id from csv_uploads where company_id = ${the.company_id} and uploaded_by = ${the.uploaded_by} order by id desc offset ${unreadUploadsMax - 1})`,
  );
  const row = await tx.row<{ id: number }>(
    sql`insert into csv_uploads (company_id, uploaded_by, entity, file_key, file_name, bytes, encoding, delimiter, rows)
        values (${the.company_id}, ${the.uploaded_by}, ${the.entity}, ${the.file_key}, ${the.file_name}, ${the.bytes}, ${the.encoding}, ${the.delimiter}, ${the.rows})
        returning id`,
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

/** One that this person brought, in a company that the transaction may touch. */
export async function findUpload(tx: Tx, id: number, userId: number): Promise<CsvUpload> {
  const row = await tx.row<CsvUpload>(
    sql`select id, company_id, entity, file_key, file_name, encoding, delimiter, rows from csv_uploads where id = ${id} and uploaded_by = ${userId}`,
  );
  if (!row) throw new Problem('not_found', { field: 'data.upload_id' });
  return row;
}

/** Forgets files of rows after some days. They go with the next round of housekeeping. */
export const forgetOldUploads = (db: Database): Promise<void> =>
  db.transaction('system', (tx) => forget(tx, sql`added < now() - make_interval(days => ${uploadDays})`));

/** Forgets all files of rows of one kind that a company's people brought. */
export const forgetUploads = (tx: Tx, companyId: number, entity: CsvEntity): Promise<void> =>
  forget(tx, sql`company_id = ${companyId} and entity = ${entity}`);

async function forget(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await tx.run(
    sql`with gone as (delete from csv_uploads where ${which} returning company_id, file_key)
        insert into stray_files (file_key, company_id, due_at) select file_key, company_id, now() from gone on conflict do nothing`,
  );
}
