import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { cancelJob, type Job } from '#contract/jobs.ts';
import { actOnAll, type BulkAction, undoBulk } from '#contract/ticket-bulk.ts';
import { call } from '../../../api/call.ts';
import { jobFailureText, leftText } from '../../../i18n/job-failure-text.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { hideToast, sayInToast, toast, toastError, wayBack } from '../../../ui/toast.tsx';
import { jobEnded, takenOn } from '../job-ended.ts';
import { bulkUndoMs } from './use-bulk-under-way.ts';

type Condition = readonly [field: string, operator: string, value: unknown];
type All = {
  /** Undefined: of all. */
  readonly companyId: number | undefined;
  /** What a view holds, or what a search finds. */
  readonly meant: { readonly conditions: readonly Condition[] } | { readonly search: string };
  readonly action: BulkAction;
};

const copied = ([field, operator, value]: Condition): [string, string, unknown] => [field, operator, value];

/** Does the same to everything that a filter finds now, and says when it is done, with a way back. Answers whether all was. */
export async function actOnEverything(client: QueryClient, { companyId, meant, action }: All): Promise<boolean> {
  try {
    const { jobs, total } = await call(actOnAll, {
      request_id: crypto.randomUUID(),
      ...(companyId === undefined ? {} : { company_id: companyId }),
      ...('search' in meant ? meant : { filter: { conditions: meant.conditions.map(copied) } }),
      action,
    });
    return await followBulk(
      client,
      jobs.map((job) => job.job_id),
      total,
    );
  } catch (error) {
    toastError(i18next.t('merge.all.failed'), error);
    await refresh(client);
    return false;
  }
}

const followed = new Set<number>();
export const isFollowed = (id: number): boolean => followed.has(id);

/** Says that jobs are under way, with a way to stop them, and then that they are done, with a way back. */
export async function followBulk(client: QueryClient, ids: readonly number[], total: number): Promise<boolean> {
  let isDone = false;
  const soFar = (done: number) =>
    i18next.t('merge.all.so_far', { done: formatNumber(done), total: formatNumber(total) });
  for (const id of ids) followed.add(id);
  try {
    const underWay = toast({
      status: 'info',
      title: i18next.t('merge.all.under_way', { count: total }),
      // From the first moment, so that it grows by no line.
      text: soFar(0),
      lasts: true,
      action: {
        label: i18next.t('merge.all.stop'),
        onClick: () => {
          for (const id of ids)
            call(cancelJob, { id }).catch((error: unknown) => toastError(i18next.t('merge.all.not_stopped'), error));
        },
      },
    });
    const done = new Map<number, number>();
    const howFar = (job: Job) => {
      done.set(job.id, job.done);
      sayInToast(underWay, soFar([...done.values()].reduce((sum, one) => sum + one, 0)));
    };
    const over = await Promise.all(ids.map((id) => jobEnded(id, howFar))).finally(() => hideToast(underWay));
    const count = over.reduce((sum, job) => sum + changedBy(job), 0);
    isDone = over.every((job) => job.state === 'done');
    const why = whyNot(over);
    toast({
      status: isDone ? 'success' : 'warning',
      title: titleOf(over, count),
      ...(why ? { text: why } : {}),
      duration: bulkUndoMs,
      ...(count > 0 ? { action: wayBack(() => void takeBack(client, ids)) } : {}),
    });
  } catch (error) {
    toastError(i18next.t('merge.all.failed'), error);
  }
  await refresh(client);
  return isDone;
}

async function takeBack(client: QueryClient, jobIds: readonly number[]): Promise<void> {
  try {
    const { taken, refusal } = await takenOn(
      jobIds.map((id) => call(undoBulk, { request_id: crypto.randomUUID(), job_id: id })),
    );
    const undone = await Promise.all(taken.map((one) => jobEnded(one.job_id)));
    const count = undone.reduce((sum, job) => sum + changedBy(job), 0);
    const staying = taken.reduce((sum, one) => sum + one.total, 0) - count;
    const text =
      refusal ?? whyNot(undone) ?? (staying > 0 ? i18next.t('merge.all.staying', { count: staying }) : undefined);
    toast({
      status: !refusal && undone.every((job) => job.state === 'done') ? 'success' : 'warning',
      title: i18next.t('merge.all.undone', { count }),
      ...(text ? { text } : {}),
    });
  } catch (error) {
    toastError(i18next.t('merge.all.not_undone'), error);
  }
  await refresh(client);
}

/** How many really changed; a job says so itself. */
const changedBy = ({ summary }: Job): number => (typeof summary?.changed === 'number' ? summary.changed : 0);

function titleOf(jobs: readonly Job[], count: number): string {
  if (jobs.every((job) => job.state === 'done')) return i18next.t('merge.all.done', { count });
  const isFailed = count === 0 && jobs.some((job) => job.state === 'failed');
  return isFailed ? i18next.t('merge.all.failed') : i18next.t('merge.all.stopped', { count });
}

/** Why one of them failed; else how many tickets were refused, and how many were left because their customers wrote. */
export function whyNot(jobs: readonly Job[]): string | undefined {
  const failed = jobs.find((job) => job.state === 'failed');
  if (failed) return jobFailureText(failed);
  const counted = (what: string) => jobs.reduce((sum, { summary }) => sum + Number(summary?.[what] ?? 0), 0);
  return leftText({ wrote: counted('wrote'), refused: counted('refused') });
}

async function refresh(client: QueryClient): Promise<void> {
  for (const noun of ['tickets', 'jobs', 'search']) await client.invalidateQueries({ queryKey: [noun] });
}
