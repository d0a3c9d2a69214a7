import { Button, type ButtonProps, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelJob, type Job } from '#contract/jobs.ts';
import { call } from '../api/call.ts';
import { toastError } from './toast.tsx';

/** How far a job is; without a total, that it goes on. */
export function JobBar({ job, label }: { job: Job; label: string }) {
  const share = job.total ? Math.min(100, (100 * job.done) / job.total) : null;
  return <Progress value={share ?? 100} animated={share === null} aria-label={label} />;
}

/** Ends a job between two of its stretches. */
export function CancelJob({ job, size }: { job: Job; size?: ButtonProps['size'] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(cancelJob, { id: job.id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (error) => toastError(t('jobs.not_cancelled'), error),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      size={size}
      loading={cancelling.isPending}
      disabled={job.is_cancel_asked}
      onClick={() => cancelling.mutate()}
    >
      {t('common.cancel')}
    </Button>
  );
}
