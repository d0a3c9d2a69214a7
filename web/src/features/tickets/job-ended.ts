import { getJob, isOver, type Job } from '#contract/jobs.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { errorText } from '../../i18n/problem-text.ts';

const lookAgainMs = 700;

/** Waits until a job is over, telling how far it is. It goes on while nobody can say so, and is asked about again. */
export async function jobEnded(id: number, howFar?: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await call(getJob, { id }).then((found) => found.job, whereNoAnswer);
    if (job && isOver(job.state)) return job;
    if (job) howFar?.(job);
    await new Promise((then) => setTimeout(then, lookAgainMs));
  }
}

/** No network, a server that is just being replaced, or one that asks for patience: none of them says anything about the job. */
function whereNoAnswer(error: unknown): undefined {
  if (!isApiError(error) || (error.status > 0 && error.status < 502 && error.status !== 429)) throw error;
}

/** What was asked of several companies: what some took on, and why another refused. Throws where all refused. */
export async function takenOn<T>(asked: readonly Promise<T>[]): Promise<{ taken: T[]; refusal: string | undefined }> {
  const settled = await Promise.allSettled(asked);
  const taken = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = settled.find((one) => one.status === 'rejected');
  if (refused && taken.length === 0) throw refused.reason;
  return { taken, refusal: refused && errorText(refused.reason) };
}
