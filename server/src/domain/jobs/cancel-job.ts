import type { Job } from '#contract/jobs.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { findJob } from './find-jobs.ts';
import { dropParts } from './forget-jobs.ts';
import { tellJob, type WhoseJob } from './tell-job.ts';

/**
 * One that has not begun is over at once. One that has ends before its next stretch, or is ended by the next worker, so
 * that what it left is taken back. One that is over stays as it is.
 */
export async function cancelJob(tx: Tx, id: number, caller: Caller): Promise<Job> {
  const job = await tx.row<WhoseJob & { state: string }>(
    sql`update jobs set is_cancel_asked = true, state = case when ${isUntouched} then 'cancelled' else state end,
          ended = case when ${isUntouched} then now() end, due_at = case state when 'waiting' then now() else due_at end
        where id = ${id} and asked_by = ${caller.userId} and company_id = any (${caller.companies}::bigint[])
          and state in ('waiting', 'running') and not is_cancel_asked
        returning id, company_id, asked_by, state`,
  );
  if (job?.state === 'cancelled') await dropParts(tx, [id]);
  if (job) await tellJob(tx, job, 'updated');
  const found = await findJob(tx, id, caller);
  if (!found) throw new Problem('not_found', { field: 'data.id' });
  return found;
}

const isUntouched = sql`state = 'waiting' and started is null`;
