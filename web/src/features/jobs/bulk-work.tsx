import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listJobs } from '#contract/jobs.ts';
import { bulkUndoMinutes } from '#contract/ticket-bulk.ts';
import { callQuery } from '../../api/call.ts';
import { Problem } from '../../ui/problem.tsx';
import { JobRow } from './job-row.tsx';
import c from './jobs.module.css';

const kinds: ReadonlySet<string> = new Set(['ticket-bulk', 'ticket-bulk-undo']);

/** What the signed-in person did to many tickets at once, in all companies, newest first, and the way back of it. */
export function BulkWork() {
  const { t } = useTranslation();
  const found = useQuery(callQuery(listJobs, {}));
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return null;
  const jobs = found.data.jobs.filter((job) => kinds.has(job.kind));
  return (
    <section className={c.jobs} aria-label={t('account.parts.bulk')}>
      <p>{jobs.length === 0 ? t('jobs.no_bulk') : t('jobs.bulk_help', { count: bulkUndoMinutes })}</p>
      <ul>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}
