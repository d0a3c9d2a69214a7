import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isOver, type Job, type JobKind, jobKinds } from '#contract/jobs.ts';
import { type BulkAction, bulkUndoMinutes, undoBulk } from '#contract/ticket-bulk.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { apiBase } from '../../api/send.ts';
import { jobFailureText, leftText } from '../../i18n/job-failure-text.ts';
import { learnLater } from '../../i18n/language.ts';
import { formatBytes, formatNumber } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CancelJob, JobBar } from '../../ui/job-going.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './jobs.module.css';

const FetchCompany = lazyPart(async () => {
  const [file] = await Promise.all([import('./fetch-company.tsx'), learnLater('archive')]);
  return file;
});
const CompanyTold = lazyPart(async () => {
  const [file] = await Promise.all([import('./company-told.tsx'), learnLater('archive')]);
  return file;
});

/** A job in words: what it is, how far it is, why it failed; its file, or the way to end it. */
export function JobRow({ job }: { job: Job }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const undoing = useMutation({
    mutationFn: () => call(undoBulk, { request_id: crypto.randomUUID(), job_id: job.id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (error) => toastError(t('jobs.not_undone'), error),
  });
  return (
    <li>
      <div className={c.what}>
        <b>{nameOf(t, job)}</b>
        <small>
          <DayTime at={job.added} /> · {fileOf(job) !== undefined && `${fileOf(job)} · `}
          <span role="status">{stateOf(t, job)}</span>
        </small>
        {!isOver(job.state) && <JobBar job={job} label={stateOf(t, job)} />}
        {isCompany(job) && job.state === 'done' && (
          <Suspense>
            <CompanyTold job={job} />
          </Suspense>
        )}
      </div>
      {job.file &&
        job.state === 'done' &&
        (job.kind === 'company-export' ? (
          <Suspense>
            <FetchCompany id={job.id} file={job.file} />
          </Suspense>
        ) : (
          <Button
            component="a"
            href={`${apiBase}jobs/${job.id}/file`}
            download={job.file.name}
            variant="default"
            leftSection={<Icon of={IconDownload} />}
          >
            {t('jobs.download', { size: formatBytes(job.file.bytes) })}
          </Button>
        ))}
      {canBeUndone(job) && (
        <Button variant="subtle" color="gray" loading={undoing.isPending} onClick={() => undoing.mutate()}>
          {t('common.undo')}
        </Button>
      )}
      {!isOver(job.state) && <CancelJob job={job} />}
    </li>
  );
}

const isCompany = ({ kind }: Job): boolean => kind === 'company-import' || kind === 'company-export';

/** What was done to many tickets, for some minutes; the server has the last word. */
const canBeUndone = ({ kind, ended, summary }: Job): boolean =>
  kind === 'ticket-bulk' &&
  ended !== null &&
  Number(summary?.changed ?? 0) > 0 &&
  summary?.undone_by === undefined &&
  Date.now() - Date.parse(`${ended.replace(' ', 'T')}Z`) < bulkUndoMinutes * 60_000;

/** Which table it read, or what it made: one export is known from the next by it. */
const fileOf = ({ summary, file }: Job): string | undefined =>
  typeof summary?.file === 'string' ? summary.file : file?.name;

const isKnown = (kind: string): kind is JobKind => jobKinds.some((one) => one === kind);

const kindWords = {
  'csv-export': 'csv_export',
  'csv-check': 'csv_check',
  'csv-import': 'csv_import',
  'company-export': 'company_export',
  'company-import': 'company_import',
  'ticket-bulk': 'ticket_bulk',
  'ticket-bulk-undo': 'ticket_bulk_undo',
  'ticket-purge': 'ticket_purge',
  'customer-export': 'customer_export',
} as const satisfies Record<JobKind, string>;

const bulkWords = {
  resolve: 'resolve',
  reopen: 'reopen',
  trash: 'trash',
  restore: 'restore',
  spam: 'spam',
  not_spam: 'notSpam',
  assign: 'assign',
  assign_team: 'assign',
  tag: 'tag',
  untag: 'untag',
  label: 'label',
  snooze: 'snooze',
} as const satisfies Record<BulkAction['kind'], string>;
const isBulkAction = (action: string): action is keyof typeof bulkWords => Object.hasOwn(bulkWords, action);

/** What was done to many tickets is named by that, and by how many it were. */
function nameOf(t: TFunction, { kind, summary }: Job): string {
  if (!isKnown(kind)) return kind;
  const name = t(`jobs.kinds.${kindWords[kind]}`);
  const action = String(summary?.action);
  if (!isBulkAction(action)) return name;
  return `${name}: ${t(`tickets.act.${bulkWords[action]}`)}, ${formatNumber(Number(summary?.changed ?? 0))}`;
}

function stateOf(t: TFunction, job: Job): string {
  const { state, done, total, summary, is_cancel_asked } = job;
  if (is_cancel_asked && !isOver(state)) return t('jobs.cancelling');
  if (state === 'running')
    return total === null
      ? t('jobs.running')
      : t('jobs.progress', { done: formatNumber(done), total: formatNumber(total) });
  if (state === 'failed') return jobFailureText(job);
  const left = leftText({ wrote: Number(summary?.wrote ?? 0), refused: Number(summary?.refused ?? 0) });
  return left ?? t(`jobs.states.${state}`);
}
