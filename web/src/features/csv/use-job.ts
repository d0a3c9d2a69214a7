import { useQuery } from '@tanstack/react-query';
import { getJob, isOver } from '#contract/jobs.ts';
import { callQuery } from '../../api/call.ts';

const lookAgainMs = 2000;

/** A job as it stands: news of it come by themselves, and are looked for now and then in case they are lost. */
export function useJob(id: number) {
  const found = useQuery({
    ...callQuery(getJob, { id }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.job.state) ? false : lookAgainMs),
  });
  return { job: found.data?.job, error: found.error, retry: () => void found.refetch() };
}
