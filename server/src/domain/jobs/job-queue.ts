import { type JobKind, jobKinds, longJobKinds, runningJobsMax } from '#contract/jobs.ts';
import type { Tx } from '#platform/database.ts';
import type { Reach } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { dropParts } from './forget-jobs.ts';
import { tellJob, type WhoseJob } from './tell-job.ts';

export type ClaimedJob = WhoseJob & {
  readonly kind: JobKind;
  readonly entity: string | null;
  readonly input: Record<string, unknown>;
  readonly asked_from: string | null;
  readonly user_agent: string | null;
  readonly is_cancel_asked: boolean;
  readonly done: number;
  readonly total: number | null;
  readonly checkpoint: unknown;
  readonly attempts: number;
  /** It has failed for this reason; what it left is still to be taken back. */
  readonly error_key: string | null;
  readonly lease_token: string;
};

const leaseSeconds = 30;
/** Whoever works renews the lease so often. */
export const jobRenewSeconds = 10;
const tellSeconds = 1;

/** What is taken back is tried as long as it takes, which no smallint counts. */
const attemptsCountedMax = 1000;

/**
 * Takes the next due job by moving its due time past the lease. If the worker dies, the lease runs out and another goes
 * on behind its checkpoint. Jobs of one company wait for each other,
 * and those that take long more so, so that none takes all workers. A kind that we do not know is of a newer Parley that
 * runs beside this one: it will take it.
 */
export async function claimJob(tx: Tx): Promise<ClaimedJob | undefined> {
  const job = await tx.row<ClaimedJob>(
    sql`update jobs set state = 'running', started = coalesce(started, now()), attempts = least(attempts + 1, ${attemptsCountedMax}), lease_token = gen_random_uuid(),
          due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (
          select j.id from jobs j where j.state in ('waiting', 'running') and j.due_at <= now() and j.kind = any (${jobKinds}::text[])
            and j.company_id <> all ((select parley_suspended())::bigint[])
            and (select count(*) from jobs r where r.company_id = j.company_id and r.state = 'running' and r.due_at > now()) < ${runningJobsMax}
            and (j.kind <> all (${longJobKinds}::text[]) or not exists (
              select from jobs r where r.company_id = j.company_id and r.state = 'running' and r.due_at > now() and r.kind = any (${longJobKinds}::text[])))
          order by j.due_at limit 1 for update of j skip locked)
        returning id, company_id, asked_by, kind, entity, input, asked_from, user_agent, is_cancel_asked, done, total, checkpoint, attempts, error_key, lease_token`,
  );
  if (job) await tellJob(tx, job, 'updated');
  return job;
}

/** Keeps a claimed job for a little longer. False when it is not ours any more. */
export async function renewJob(tx: Tx, job: ClaimedJob): Promise<boolean> {
  return (
    1 ===
    (await tx.run(sql`update jobs set due_at = now() + make_interval(secs => ${leaseSeconds}) where ${ours(job)}`))
  );
}

const ours = (job: ClaimedJob) => sql`id = ${job.id} and lease_token = ${job.lease_token} and state = 'running'`;

/** Whether a job is still ours, and whether somebody wants it to end. Its row stays free: who stops it waits for no stretch. */
export async function lookAtJob(tx: Tx, job: ClaimedJob): Promise<'ours' | 'cancelled' | 'lost'> {
  const row = await tx.row<{ is_cancel_asked: boolean }>(sql`select is_cancel_asked from jobs where ${ours(job)}`);
  if (!row) return 'lost';
  return row.is_cancel_asked ? 'cancelled' : 'ours';
}

/** How far a job has come. What is absent stays. */
export type Progress = {
  readonly done?: number;
  readonly total?: number;
  readonly checkpoint?: unknown;
  readonly summary?: Record<string, unknown>;
  /** What part of the company is in what it has made so far; null: any. */
  readonly reach?: Reach | null;
};

/**
 * Writes down how far it is, and tells it now and then. A job that comes further than ever, or to a new checkpoint, may
 * fail as often anew; one that goes over the same ground again does not. False, and nothing is written, when the job is not
 * ours any more.
 */
export async function noteProgress(tx: Tx, job: ClaimedJob, progress: Progress): Promise<boolean> {
  const { done, total, checkpoint, summary, reach } = progress;
  const row = await tx.row<{ is_due: boolean }>(
    sql`update jobs set done = greatest(done, ${done ?? null}::int), total = coalesce(${total ?? null}::int, total),
          attempts = case when ${checkpoint !== undefined} or ${done ?? null}::int > done then 1 else attempts end,
          checkpoint = coalesce(${jsonOf(checkpoint)}::jsonb, checkpoint), summary = coalesce(${jsonOf(summary)}::jsonb, summary),
          reach = case when ${reach === undefined} then reach else ${reach ? JSON.stringify(reach) : null}::jsonb end,
          told_at = case when ${isTellable} then now() else told_at end
        where ${ours(job)} returning told_at = now() as is_due`,
  );
  if (row?.is_due) await tellJob(tx, job, 'updated');
  return row !== undefined;
}
const isTellable = sql`told_at is null or told_at < now() - make_interval(secs => ${tellSeconds})`;
const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** The last that was written down, in this life or an earlier one. */
export async function checkpointOf(tx: Tx, job: ClaimedJob): Promise<unknown> {
  const row = await tx.row<{ checkpoint: unknown }>(sql`select checkpoint from jobs where id = ${job.id}`);
  return row?.checkpoint ?? null;
}

/** How a job will end, as soon as what it left is taken back. Until then it says nothing of it. */
export async function decideFailure(tx: Tx, job: ClaimedJob, errorKey: string): Promise<void> {
  await tx.run(sql`update jobs set error_key = ${errorKey} where ${ours(job)}`);
}

/** Adds what was made to the job's file. The file is on the disk already. */
export async function addPart(tx: Tx, job: ClaimedJob, part: { key: string; bytes: number }): Promise<void> {
  await tx.run(
    sql`insert into job_parts (company_id, job_id, place, file_key, bytes)
        select ${job.company_id}, ${job.id}, coalesce(max(place) + 1, 0), ${part.key}, ${part.bytes}
        from job_parts where company_id = ${job.company_id} and job_id = ${job.id}`,
  );
}

export type JobEnd =
  | { readonly state: 'done'; readonly file: { name: string; type: string } | undefined }
  | { readonly state: 'failed'; readonly errorKey: string }
  | { readonly state: 'cancelled' };

/** The end of a job. What one made that did not get through is taken away. */
export async function endJob(tx: Tx, job: ClaimedJob, end: JobEnd): Promise<void> {
  const file = end.state === 'done' ? end.file : undefined;
  const ended = await tx.run(
    sql`update jobs set state = ${end.state}, ended = now(), lease_token = null, checkpoint = null, file_name = ${file?.name ?? null},
          file_type = ${file?.type ?? null}, error_key = ${end.state === 'failed' ? end.errorKey : null}
        where ${ours(job)}`,
  );
  if (ended === 0) return;
  if (!file) await dropParts(tx, [job.id]);
  await tellJob(tx, job, 'updated');
}

/** Lets go of a job that is to be gone on with later, by anybody. `isCounted`: it failed, and may do so only so often. */
export async function putBackJob(
  tx: Tx,
  job: ClaimedJob,
  { afterSeconds, isCounted }: { afterSeconds: number; isCounted: boolean },
): Promise<void> {
  await tx.run(
    sql`update jobs set state = 'waiting', lease_token = null, due_at = now() + make_interval(secs => ${afterSeconds}),
          attempts = attempts - ${isCounted ? 0 : 1}
        where ${ours(job)}`,
  );
}
