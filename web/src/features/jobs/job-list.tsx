import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listJobs } from '#contract/jobs.ts';
import { callQuery } from '../../api/call.ts';
import { Problem } from '../../ui/problem.tsx';
import { JobRow } from './job-row.tsx';
import c from './jobs.module.css';

/** What the signed-in person asked for in a company: what is under way, and what can be fetched. Newest first. */
export function JobList({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const found = useQuery(callQuery(listJobs, {}));
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  const jobs = (found.data?.jobs ?? []).filter((job) => job.company_id === companyId);
  if (jobs.length === 0) return null;
  return (
    <section className={c.jobs} aria-label={t('jobs.title')}>
      <h2>{t('jobs.title')}</h2>
      <ul>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}
