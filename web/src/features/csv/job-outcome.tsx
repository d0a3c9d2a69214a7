import { type ReactNode, useEffect, useRef } from 'react';
import { type ImportSummary, importSummary } from '#contract/csv.ts';
import { isOver, type Job } from '#contract/jobs.ts';
import { Problem } from '../../ui/problem.tsx';
import { jobError } from './job-error.ts';
import { JobProgress } from './job-progress.tsx';
import { useJob } from './use-job.ts';

type Words = { readonly during: string; readonly done: string; readonly cancelled: string };

/** A job over rows, while it lasts and what came of it. Its end is told to whoever does not see it. */
export function JobOutcome(props: {
  id: number;
  words: Words;
  children: (job: Job, summary: ImportSummary | undefined) => ReactNode;
}) {
  const { words } = props;
  const { job, error, retry } = useJob(props.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = job !== undefined && isOver(job.state);
  useEffect(() => {
    if (ended) heading.current?.focus();
  }, [ended]);
  if (error && !job) return <Problem error={error} retry={retry} />;
  if (!job) return null;
  if (!isOver(job.state))
    return (
      <>
        <h2>{words.during}</h2>
        <JobProgress job={job} />
      </>
    );
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {job.state === 'failed' ? jobError(job) : job.state === 'cancelled' ? words.cancelled : words.done}
      </h2>
      {props.children(job, importSummary.safeParse(job.summary).data)}
    </>
  );
}
