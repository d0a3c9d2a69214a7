import { randomUUID } from 'node:crypto';
import { bulkJobs } from '#flows/bulk/bulk-jobs.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';
import type { Company } from './people.ts';

/** What somebody does to many tickets of a company, and the worker that does it. */
export function bulkWork(at: TestParley, api: ApiClient, { companyId }: Company) {
  let worker: Loop | undefined;
  /** `behindStretch` is waited for behind each stretch of what is done, and of what is taken back. */
  const work = (behindStretch: () => Promise<unknown> = async () => {}) => {
    const never = async () => ({});
    const kinds = {
      'csv-export': never,
      'csv-check': never,
      'csv-import': never,
      'company-export': never,
      'company-import': never,
      'ticket-purge': never,
      'customer-export': never,
    };
    const slowly =
      (run: (typeof bulkJobs)['ticket-bulk']): (typeof bulkJobs)['ticket-bulk'] =>
      (job) =>
        run({
          ...job,
          commit: (progress, part) => job.commit(progress, part).then(async () => void (await behindStretch())),
        });
    worker ??= runJobs({
      ...at,
      files: filesInFolder(`${at.folder}/files`),
      log: createLog('silent'),
      kinds: {
        ...kinds,
        'ticket-bulk': slowly(bulkJobs['ticket-bulk']),
        'ticket-bulk-undo': slowly(bulkJobs['ticket-bulk-undo']),
      },
    });
  };
  const stop = async () => {
    await worker?.stop();
    worker = undefined;
  };
  const job = async (id: number) => (await api.call('jobs/get', { id })).body.data.job;
  const over = (id: number) => {
    work();
    return waitUntil(async () => ((await job(id)).ended ? job(id) : undefined), { timeoutMs: 20_000, what: 'the job' });
  };
  const actOn = (conditions: unknown[], action: object, more = {}) =>
    api.call('tickets/act-on-all', {
      ...{ request_id: randomUUID(), company_id: companyId, filter: { conditions }, action },
      ...more,
    });
  const undo = (job_id: number) => api.call('tickets/undo-all', { request_id: randomUUID(), job_id });
  return {
    ...{ work, stop, job, over, actOn, undo },
    /** The same, to its end. Answers the job. */
    done: async (conditions: unknown[], action: object) =>
      over((await actOn(conditions, action)).body.data.jobs[0].job_id),
    undone: async (jobId: number) => over((await undo(jobId)).body.data.job_id),
    states: async (field: string, ids: readonly number[]) => {
      const { body } = await api.post('tickets/get', {
        filter: { conditions: [['id', 'in', ids]] },
        sort: [['id', 'asc']],
      });
      return body.data.tickets.map((row: Record<string, unknown>) => row[field]);
    },
  };
}

/** So many tickets in two statements; the second of them is resolved already. */
export async function manyTickets(at: TestParley, company: Company, count: number, title: string): Promise<number[]> {
  const { ticketId } = await aTicket(at, company, { subject: title });
  const rows = await at.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, waiting_since, view_type)
          select company_id, number + 10000 * n, product_id, customer_id, channel_account_id, channel, title, case when n > 1 then now() end, case n when 1 then 'resolved' else '' end
          from tickets, generate_series(1, ${count - 1}) n where id = ${ticketId} returning id`,
    ),
  );
  return [ticketId, ...rows.map((row) => row.id)].sort((a, b) => a - b);
}
