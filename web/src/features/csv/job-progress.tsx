import { useTranslation } from 'react-i18next';
import { isOver, type Job } from '#contract/jobs.ts';
import { formatNumber } from '../../i18n/time.ts';
import { CancelJob, JobBar } from '../../ui/job-going.tsx';
import c from './csv.module.css';

/** How far a job is, in words and as a bar, and the way to end it. Nothing once it is over. */
export function JobProgress({ job }: { job: Job }) {
  const { t } = useTranslation();
  if (isOver(job.state)) return null;
  const { done, total } = job;
  const text = job.is_cancel_asked
    ? t('csv.cancelling')
    : job.state === 'waiting'
      ? t('csv.waiting')
      : total === null
        ? t('csv.rows_so_far', { count: done })
        : t('csv.rows_of', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className={c.progress}>
      <div className={c.line}>
        <span role="status">{text}</span>
        <CancelJob job={job} size="xs" />
      </div>
      <JobBar job={job} label={t('csv.progress')} />
      <p className={c.dim}>{t('csv.may_leave')}</p>
    </div>
  );
}
