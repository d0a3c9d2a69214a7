import { Button, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelJob, isOver, type Job } from '#contract/jobs.ts';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../i18n/time.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './csv.module.css';

/** How far a job is, in words and as a bar, and the way to end it. Nothing once it is over. */
export function JobProgress({ job }: { job: Job }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(cancelJob, { id: job.id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (error) => toastError(t('csv.not_cancelled'), error),
  });
  if (isOver(job.state)) return null;
  const { done, total } = job;
  const text = job.is_cancel_asked
    ? t('csv.cancelling')
    : job.state === 'waiting'
      ? t('csv.waiting')
      : total === null
        ? t('csv.rows_so_far', { count: done, shown: formatNumber(done) })
        : t('csv.rows_of', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className={c.progress}>
      <div className={c.line}>
        <span role="status">{text}</span>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={cancelling.isPending}
          disabled={job.is_cancel_asked}
          onClick={() => cancelling.mutate()}
        >
          {t('common.cancel')}
        </Button>
      </div>
      <Progress
        value={total ? Math.min(100, (100 * done) / total) : 100}
        animated={!total}
        aria-label={t('csv.progress')}
      />
      <p className={c.dim}>{t('csv.may_leave')}</p>
    </div>
  );
}
