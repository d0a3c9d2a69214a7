import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { importSummary } from '#contract/csv.ts';
import { isOver } from '#contract/jobs.ts';
import { Problem } from '../../ui/problem.tsx';
import { BadRows } from './bad-rows.tsx';
import c from './csv.module.css';
import { jobError } from './job-error.ts';
import { JobProgress } from './job-progress.tsx';
import { Numbers } from './numbers.tsx';
import { useJob } from './use-job.ts';

/** What came in, and what did not. */
export function ImportResult({ id, afresh, back }: { id: number; afresh: () => void; back: () => void }) {
  const { t } = useTranslation();
  const { job, error, retry } = useJob(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const ended = job !== undefined && isOver(job.state);
  useEffect(() => {
    if (ended) heading.current?.focus();
  }, [ended]);
  if (error && !job) return <Problem error={error} retry={retry} />;
  if (!job) return null;
  const summary = importSummary.safeParse(job.summary).data;
  if (!isOver(job.state))
    return (
      <>
        <h2>{t('csv.importing')}</h2>
        <JobProgress job={job} />
      </>
    );
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {job.state === 'failed'
          ? jobError(job)
          : job.state === 'cancelled'
            ? t('csv.import_cancelled')
            : t('csv.imported')}
      </h2>
      {summary && <Numbers of={summary} tense="did" />}
      {summary && summary.bad > 0 && <BadRows summary={summary} />}
      <div className={c.buttons}>
        <Button onClick={back}>{t('csv.to_list')}</Button>
        <Button variant="subtle" color="gray" onClick={afresh}>
          {t('csv.other_file')}
        </Button>
      </div>
    </>
  );
}
