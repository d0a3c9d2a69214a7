import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOver, type Job, listJobs } from '#contract/jobs.ts';
import { call } from '../../../api/call.ts';
import { fetchPart } from '../../../api/fetch-part.ts';
import { learnLater } from '../../../i18n/language.ts';
import { readTime } from '../../../i18n/time.ts';

/** Of what was done to hundreds, the way back stands there for longer. */
export const bulkUndoMs = 30_000;
/** When the desk has settled. */
const lookAfterMs = 1_500;

/**
 * What was being done to many tickets when the page was loaded anew goes on: it can be stopped, and taken back, as if the
 * page had stayed.
 */
export function useBulkUnderWay(): void {
  const client = useQueryClient();
  useEffect(() => {
    // Nobody asked for this: where it cannot be found out, nothing is said.
    const timer = setTimeout(() => void goOn(client).catch(() => {}), lookAfterMs);
    return () => clearTimeout(timer);
  }, [client]);
}

async function goOn(client: QueryClient): Promise<void> {
  const jobs = (await call(listJobs, {})).jobs.filter(isOfNow);
  if (jobs.length === 0) return;
  const [{ followBulk, isFollowed }] = await fetchPart(() =>
    Promise.all([import('./act-on-all.ts'), learnLater('merge')]),
  );
  for (const { id, total } of jobs) if (!isFollowed(id)) void followBulk(client, [id], total ?? 0);
}

function isOfNow({ kind, state, ended, summary }: Job): boolean {
  if (kind !== 'ticket-bulk' || summary?.undone_by !== undefined) return false;
  if (!isOver(state) || ended === null) return true;
  return Number(summary?.changed ?? 0) > 0 && Date.now() - readTime(ended).getTime() < bulkUndoMs;
}
