import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { importCsv } from '#contract/csv.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';
import { BadRows } from './bad-rows.tsx';
import c from './csv.module.css';
import { downloadBadRows } from './download-bad-rows.ts';
import { JobOutcome } from './job-outcome.tsx';
import { Numbers } from './numbers.tsx';

type Props = {
  id: number;
  afresh: () => void;
  /** Undefined: the file is no longer at hand. */
  change: (() => void) | undefined;
  begun: (job: number) => void;
};

/** What a trial found: what would become of the rows, and which cannot come in and why. Then the rest may. */
export function CheckResult({ id, afresh, change, begun }: Props) {
  const { t } = useTranslation();
  const [requestId] = useState(() => crypto.randomUUID());
  const begin = useMutation({
    meta: { isShown: true },
    mutationFn: () => call(importCsv, { request_id: requestId, check_id: id }),
    onSuccess: ({ job_id }) => begun(job_id),
  });
  const words = { during: t('csv.trying'), done: t('csv.tried'), cancelled: t('csv.cancelled') };
  return (
    <JobOutcome id={id} words={words}>
      {(job, summary) => {
        const good = (summary?.created ?? 0) + (summary?.updated ?? 0);
        return (
          <>
            {job.state === 'done' && summary && (
              <>
                <Numbers of={summary} tense="would" />
                {summary.bad > 0 && (
                  <BadRows
                    title={t('csv.bad_rows')}
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
                  {t('csv.import_good', { count: good })}
                </Button>
              )}
              {change && (
                <Button variant="subtle" color="gray" onClick={change}>
                  {t('csv.change_columns')}
                </Button>
              )}
              <Button variant="subtle" color="gray" onClick={afresh}>
                {t('csv.other_file')}
              </Button>
            </div>
          </>
        );
      }}
    </JobOutcome>
  );
}
