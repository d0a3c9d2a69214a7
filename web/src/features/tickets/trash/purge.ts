import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { cancelJob } from '#contract/jobs.ts';
import { emptyTrash, purgedAtOnceMax, purgeTickets } from '#contract/ticket-trash.ts';
import { call } from '../../../api/call.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { rememberOurs } from '../actions/own-changes.ts';
import { jobEnded, takenOn } from '../job-ended.ts';

/** Deletes tickets of the trash for good, after asking. `leave` is called when they are gone, before anything is fetched anew, unless whoever asked is at another page by then. */
export async function purge(client: QueryClient, ids: readonly number[], leave: () => unknown): Promise<void> {
  const count = ids.length;
  const isMeant = await confirm({
    title: i18next.t('forever.tickets.title', { count }),
    text: i18next.t('forever.tickets.text'),
    action: i18next.t('forever.tickets.do'),
    danger: true,
  });
  if (!isMeant) return;
  const from = location.pathname;
  try {
    for (let at = 0; at < count; at += purgedAtOnceMax)
      await call(purgeTickets, { ids: ids.slice(at, at + purgedAtOnceMax) });
    rememberOurs(ids);
    toast({ status: 'success', title: i18next.t('forever.tickets.done', { count }) });
    if (location.pathname === from) await leave();
  } catch (error) {
    toastError(i18next.t('forever.tickets.failed'), error);
  } finally {
    await refresh(client);
  }
}

/** Deletes everything in the trash of these companies for good, after asking; it can be stopped on the way. */
export async function purgeAll(client: QueryClient, companyIds: readonly number[], count: number): Promise<void> {
  const isMeant = await confirm({
    title: i18next.t('forever.trash.title', { count }),
    text: i18next.t('forever.tickets.text'),
    action: i18next.t('forever.trash.do'),
    danger: true,
  });
  if (!isMeant) return;
  try {
    const { taken: jobs, refusal } = await takenOn(
      companyIds.map((company_id) => call(emptyTrash, { request_id: crypto.randomUUID(), company_id })),
    );
    const stop = () => Promise.all(jobs.map((job) => call(cancelJob, { id: job.job_id })));
    toast({
      status: 'info',
      title: i18next.t('forever.trash.under_way', { count: jobs.reduce((sum, job) => sum + job.total, 0) }),
      action: {
        label: i18next.t('forever.trash.stop'),
        onClick: () => {
          stop().catch((error: unknown) => toastError(i18next.t('forever.trash.not_stopped'), error));
        },
      },
    });
    const ended = await Promise.all(jobs.map((job) => jobEnded(job.job_id)));
    const gone = ended.reduce((sum, job) => sum + job.done, 0);
    const isDone = !refusal && ended.every((job) => job.state === 'done');
    if (ended.some((job) => job.state === 'failed'))
      toast({ status: 'error', title: i18next.t('forever.tickets.failed') });
    else
      toast({
        status: isDone ? 'success' : 'warning',
        title: i18next.t(isDone ? 'forever.tickets.done' : 'forever.trash.stopped', { count: gone }),
        // What the other companies' trash holds stays.
        ...(refusal ? { text: refusal } : {}),
      });
  } catch (error) {
    toastError(i18next.t('forever.tickets.failed'), error);
  }
  await refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  for (const noun of ['tickets', 'jobs']) await client.invalidateQueries({ queryKey: [noun] });
}
