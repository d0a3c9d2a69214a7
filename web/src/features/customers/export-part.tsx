import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportCustomer } from '#contract/customer-erasures.ts';
import { getJob, isOver, jobDays } from '#contract/jobs.ts';
import { call, callQuery } from '../../api/call.ts';
import { apiBase } from '../../api/send.ts';
import { formatBytes } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './forever.module.css';

const lookAgainMs = 700;

/** Makes the archive of a person, tells how far it is, and hands it over. */
export function ExportPart({ id, label }: { id: number; label: string }) {
  const { t } = useTranslation();
  const [requestId, renew] = useState(() => crypto.randomUUID());
  const asking = useMutation({
    mutationFn: () => call(exportCustomer, { request_id: requestId, id }),
    onError: (error) => toastError(t('forever.export.failed'), error),
  });
  const jobId = asking.data?.job_id;
  const { data } = useQuery({
    ...callQuery(getJob, { id: jobId ?? 0 }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && isOver(state.data.job.state) ? false : lookAgainMs),
  });
  const job = data?.job;
  const hasFailed = job !== undefined && isOver(job.state) && !job.file;
  // What is asked for next is another one. Asked for twice, it is still one.
  useEffect(() => {
    if (hasFailed) renew(crypto.randomUUID());
  }, [hasFailed]);
  if (job?.file)
    return (
      <div className={c.exported}>
        <Button
          component="a"
          href={`${apiBase}jobs/${job.id}/file`}
          download={job.file.name}
          variant="default"
          leftSection={<Icon of={IconDownload} />}
        >
          {t('forever.export.download', { size: formatBytes(job.file.bytes) })}
        </Button>
        <small role="status">{t('forever.export.kept', { count: jobDays })}</small>
      </div>
    );
  if (jobId !== undefined && !hasFailed)
    return (
      <div className={c.exported}>
        <small role="status">{t('forever.export.under_way')}</small>
        <Progress
          className={c.bar}
          value={job?.total ? Math.min(100, (100 * job.done) / job.total) : 100}
          animated={!job?.total}
          aria-label={t('forever.export.under_way')}
        />
      </div>
    );
  return (
    <div className={c.exported}>
      <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
        {label}
      </Button>
      {hasFailed && <small role="alert">{t('forever.export.failed')}</small>}
    </div>
  );
}
