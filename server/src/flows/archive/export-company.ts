import { companies } from '#contract/companies.ts';
import { dropParts } from '#domain/jobs/index.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { JobRun } from '../jobs/job-at-work.ts';
import { writeArchive } from './write-archive.ts';

const partBytes = 8 * 1024 * 1024;

/** Everything of a company as one file. Whoever dies over it begins anew: half a ZIP cannot be gone on with. */
export const exportCompany: JobRun = async (job) => {
  const { db, files, companyId } = job;
  if (!(await job.asker()).may(companyId, 'companies.export')) throw new Problem('forbidden');
  await job.commit(async (tx) => {
    await dropParts(tx, [job.id]);
    return { done: 0 };
  });

  let progress = { done: 0, total: 0 };
  let waiting: Buffer[] = [];
  let length = 0;
  const noteAt = async (done: number, total: number) => {
    progress = { done, total };
    // Also where little is written for long: whoever cancels waits for no more than a stretch.
    await job.commit(progress);
  };
  let missing = 0;
  const noteMissing = () => missing++;
  const content = writeArchive({ db, files, companyId, onProgress: noteAt, onMissing: noteMissing });
  for await (const chunk of content as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length < partBytes) continue;
    await job.commit(progress, Buffer.concat(waiting));
    waiting = [];
    length = 0;
  }
  await job.commit({ ...progress, summary: { missing } }, Buffer.concat(waiting));
  const [company] = await db.read<{ company_name: string }>(
    { companies: [companyId] },
    sql`select company_name from companies where id = ${companyId}`,
  );
  const day = new Date().toISOString().slice(0, 10);
  const name = (company?.company_name ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return { file: { name: `${name || companies.name}-${day}.zip`, type: 'application/zip' } };
};
