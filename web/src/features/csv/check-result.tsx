import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importCsv, importSummary } from '#contract/csv.ts';
import { isOver } from '#contract/jobs.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { toastError } from '../../ui/toast.tsx';
import { BadRows } from './bad-rows.tsx';
import c from './csv.module.css';
import { downloadBadRows } from './download-bad-rows.ts';
import { jobError } from './job-error.ts';
import { JobProgress } from './job-progress.tsx';
import { Numbers } from './numbers.tsx';
import { useJob } from './use-job.ts';

/** What a trial found: what would become of the rows, and which cannot come in and why. Then the rest may. */
export function CheckResult({ id, afresh, begun }: { id: number; afresh: () => void; begun: (job: number) => void }) {
  const { t } = useTranslation();
  const { job, error, retry } = useJob(id);
  const [requestId] = useState(() => crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const begin = useMutation({
    mutationFn: () => call(importCsv, { request_id: requestId, check_id: id }),
    onSuccess: ({ job_id }) => begun(job_id),
  });
  const ended = job !== undefined && isOver(job.state);
  useEffect(() => {
    if (ended) heading.current?.focus();
  }, [ended]);
  if (error && !job) return <Problem error={error} retry={retry} />;
  if (!job) return null;
  const summary = importSummary.safeParse(job.summary).data;
  const good = (summary?.created ?? 0) + (summary?.updated ?? 0);
  const other = (
    <Button variant="subtle" color="gray" onClick={afresh}>
      {t('csv.other_file')}
    </Button>
  );
  if (!isOver(job.state))
    return (
      <>
        <h2>{t('csv.trying')}</h2>
        <JobProgress job={job} />
      </>
    );
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {job.state === 'failed' ? jobError(job) : job.state === 'cancelled' ? t('csv.cancelled') : t('csv.tried')}
      </h2>
      {job.state === 'done' && summary && (
        <>
          <Numbers of={summary} tense="would" />
          {summary.bad > 0 && (
            <BadRows
              summary={summary}
              action={
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<Icon of={IconDownload} size={16} />}
                  onClick={() =>
                    void downloadBadRows(id, t).catch((problem: unknown) =>
                      toastError(t('csv.not_downloaded'), problem),
                    )
                  }
                >
                  {t('csv.download_bad')}
                </Button>
              }
            />
          )}
          {begin.isError && (
            <p className={c.error} role="alert">
              {errorText(begin.error)}
            </p>
          )}
          {good === 0 && <p className={c.lead}>{t('csv.nothing_to_do')}</p>}
        </>
      )}
      <div className={c.buttons}>
        {job.state === 'done' && good > 0 && (
          <Button loading={begin.isPending} onClick={() => begin.mutate()}>
            {t('csv.import_good', { count: good, shown: formatNumber(good) })}
          </Button>
        )}
        {other}
      </div>
    </>
  );
}
