import { jobDays } from '#contract/jobs.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

const jobsPerRound = 100;

/** Forgets jobs that ended long ago, with what they made. */
export async function forgetOldJobs(db: Database): Promise<void> {
  await db.transaction('system', (tx) =>
    forgetJobs(
      tx,
      sql`id in (select id from jobs where ended < now() - make_interval(days => ${jobDays}) order by ended limit ${jobsPerRound} for update skip locked)`,
    ),
  );
}

/** Forgets jobs, and leaves their files to the next round of housekeeping. */
export async function forgetJobs(tx: Tx, which: Sql): Promise<void> {
  const jobs = await tx.rows<{ id: number }>(sql`select id from jobs where ${which} for update`);
  if (jobs.length === 0) return;
  const ids = jobs.map((one) => one.id);
  await dropParts(tx, ids);
  await tx.run(sql`delete from jobs where id = any (${ids}::bigint[])`);
}

/** Takes away what jobs made. */
export async function dropParts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(
    sql`with gone as (delete from job_parts where job_id = any (${ids}::bigint[]) returning company_id, file_key)
        insert into stray_files (file_key, company_id, due_at) select file_key, company_id, now() from gone on conflict do nothing`,
  );
}
