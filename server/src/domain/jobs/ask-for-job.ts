import { type JobKind, jobInputMax, keptJobsMax, openJobsMax } from '#contract/jobs.ts';
import type { Database, Tx } from '#platform/database.ts';
import { currentOrigin } from '#platform/origin.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetJobs } from './forget-jobs.ts';
import { tellJob } from './tell-job.ts';

/** First half of the advisory lock `(this, company)`. */
const askLock = 1_886_544_024;

/**
 * Asks for a job, which begins as soon as a worker is free; nudge `jobs` after the commit. Asking again with the same
 * `requestId` finds the first one. Whoever asks must be allowed to: workers ask again who they are, and nothing else.
 */
export async function askForJob(
  tx: Tx,
  the: {
    companyId: number;
    askedBy: number;
    requestId: string;
    kind: JobKind;
    entity: string | null;
    input: Record<string, unknown>;
    /** How many there are to do, where that is known. */
    total: number | null;
  },
): Promise<{ id: number; isNew: boolean }> {
  const input = JSON.stringify(the.input);
  if (input.length > jobInputMax) throw new Problem('too_long', { field: 'data', values: { max: jobInputMax } });
  // One at a time, so that many at once do not all find the same room.
  await tx.run(sql`select pg_advisory_xact_lock(${askLock}, hashint8(${the.companyId}))`);
  const known = await tx.row<{ id: number }>(
    sql`select id from jobs where company_id = ${the.companyId} and asked_by = ${the.askedBy} and request_id = ${the.requestId}`,
  );
  if (known) return { id: known.id, isNew: false };
  await requireRoom(tx, the.companyId);
  await forgetJobs(
    tx,
    sql`company_id = ${the.companyId} and asked_by = ${the.askedBy} and ended is not null and id in (
          select id from jobs where company_id = ${the.companyId} and asked_by = ${the.askedBy} order by id desc offset ${keptJobsMax - 1})`,
  );
  const from = currentOrigin();
  const job = await tx.row<{ id: number }>(
    sql`insert into jobs (company_id, asked_by, request_id, kind, entity, input, total, asked_from, user_agent)
        values (${the.companyId}, ${the.askedBy}, ${the.requestId}, ${the.kind}, ${the.entity}, ${input}::jsonb, ${the.total}, ${from?.ip ?? null},
          ${from?.userAgent.replaceAll('\0', '').slice(0, 300).toWellFormed() ?? null}) returning id`,
  );
  if (!job) throw new Error('insert answered no row');
  await tellJob(tx, { id: job.id, company_id: the.companyId, asked_by: the.askedBy }, 'created');
  return { id: job.id, isNew: true };
}

/** Whether this person has asked for this job before. */
export async function isJobAsked(
  db: Database,
  the: {
    readonly kind: JobKind;
    readonly requestId: string;
    readonly askedBy: number;
    readonly companies: readonly number[];
  },
): Promise<boolean> {
  const known = await db.reader({ companies: the.companies }).row(
    sql`select 1 from jobs where company_id = any (${the.companies}::bigint[]) and asked_by = ${the.askedBy}
          and request_id = ${the.requestId} and kind = ${the.kind} limit 1`,
  );
  return known !== undefined;
}

async function requireRoom(tx: Tx, companyId: number): Promise<void> {
  const open = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from jobs where company_id = ${companyId} and state in ('waiting', 'running')`,
  );
  if ((open?.n ?? 0) >= openJobsMax) throw new Problem('too_many_jobs', { values: { max: openJobsMax } });
}
