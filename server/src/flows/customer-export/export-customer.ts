import { z } from 'zod';
import { idValue } from '#contract/entity.ts';
import { lockWholeCustomer } from '#domain/customers/index.ts';
import { dropParts } from '#domain/jobs/index.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { JobRun } from '../jobs/job-at-work.ts';
import type { PageLanguage } from './person-pages.ts';
import { writePerson } from './write-person.ts';

const asked = z.strictObject({ id: idValue });
const partBytes = 8 * 1024 * 1024;

/**
 * Everything that a company holds about a person, as one file. Whoever dies over it begins anew: half a ZIP cannot be gone
 * on with. Somebody who is being erased meanwhile is exported no more.
 */
export const exportCustomer: JobRun = async (job) => {
  const { id } = asked.parse(job.input);
  const lives = async () => {
    const person = await job.asker();
    return job.db.transaction({ companies: [job.companyId] }, async (tx) => {
      const customer = await lockWholeCustomer(tx, id, person, 'customers.export');
      if (customer.erased_at !== null) throw new Problem('not_in_this_state');
    });
  };
  await lives();
  const [asker] = await job.db.read<{ language: PageLanguage }>(
    'system',
    sql`select language from users where id = ${job.askedBy}`,
  );
  await job.commit(async (tx) => {
    await dropParts(tx, [job.id]);
    return { done: 0 };
  });

  let waiting: Buffer[] = [];
  let length = 0;
  const write = async (progress: { done: number; total: number }) => {
    await lives();
    await job.commit(progress, Buffer.concat(waiting));
    waiting = [];
    length = 0;
  };
  let progress = { done: 0, total: 1 };
  const content = writePerson({
    ...{ db: job.db, files: job.files, companyId: job.companyId, customerId: id },
    language: asker?.language ?? 'en',
    onProgress: async (done, total) => {
      progress = { done, total };
      await job.commit(progress);
    },
  });
  for await (const chunk of content as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.byteLength;
    if (length >= partBytes) await write(progress);
  }
  await write({ ...progress, done: progress.total });
  return { file: { name: `customer-${id}-${new Date().toISOString().slice(0, 10)}.zip`, type: 'application/zip' } };
};
