import { z } from 'zod';
import { purgeTrash } from '#domain/tickets/index.ts';
import { Problem } from '#platform/problem.ts';
import type { JobRun } from '../jobs/job-at-work.ts';

const asked = z.strictObject({ until: z.coerce.date() });
type Checkpoint = { readonly gone: number };

/** Deletes for good what was in the trash when it was asked for, in stretches. What is gone is not met again. */
export const emptyTrash: JobRun = async (job) => {
  const { until } = asked.parse(job.input);
  let { gone } = (job.checkpoint ?? { gone: 0 }) as Checkpoint; // ours, from the stretch before
  for (;;) {
    const person = await job.asker();
    if (!person.may(job.companyId, 'tickets.purge')) throw new Problem('forbidden');
    let taken = 0;
    await job.commit(async (tx) => {
      taken = await purgeTrash(tx, job.companyId, until, person);
      gone += taken;
      return { done: gone, checkpoint: { gone }, summary: { changed: gone } };
    });
    if (taken === 0) return {};
  }
};
