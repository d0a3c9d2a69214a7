import { afterAll, beforeAll, expect, test } from 'vitest';
import { isOver } from '#contract/jobs.ts';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { connectDatabase, type Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { ApiClient } from './api-client.ts';
import { password, rowId } from './people.ts';

/** A whole server, killed in the middle of an import. */
let database: TestDatabase;
let db: Database;
let server: ParleyServer;
const env = () => ({
  DATABASE_URL: database.url,
  SECRET_KEY: 'a key that both lives know, long enough',
  LOG_LEVEL: 'warn',
});
/** A trial of three stretches, then the second stretch of the import. */
const fifthStretch = { PARLEY_FAILPOINT: 'jobs.committed@5' };

beforeAll(async () => {
  database = await aDatabase();
  db = connectDatabase({ connectionString: database.url });
  await createConfirmedPerson(db, { name: 'Olena', email: 'olena@lumenoak.test', password, language: 'en' });
  server = await startParleyServer({ env: { ...env(), ...fifthStretch } });
}, 60_000);
afterAll(async () => {
  await server?.discard();
  await db?.close();
  await database?.drop();
});

test('F1 an import whose server is killed goes on where it was: every row comes in, and none twice', async () => {
  const api = new ApiClient(server.url);
  await api.call('auth/login', { email: 'olena@lumenoak.test', password });
  const company = { company_name: 'Lumen & Oak', case_prefix: 'LO' };
  const companyId = rowId(await api.post('companies/create', { data: [company] }), 'companies');
  const rows = Array.from({ length: 150 }, (_, i) => `Row ${i},row${i}@lindqvist.test`);
  const form = new FormData();
  form.append('file', new Blob([`first_name,email\n${rows.join('\n')}\n`]), 'customers.csv');
  const upload = await api.request(`csv/upload?company_id=${companyId}&entity=customers`, {
    method: 'POST',
    body: form,
  });
  const begins = async (path: string, data: object): Promise<number> =>
    (await api.call(path, { request_id: crypto.randomUUID(), ...data })).body.data.job_id;
  const ends = (id: number) =>
    waitUntil(
      async () => {
        const { job } = (await api.call('jobs/get', { id })).body.data;
        return isOver(job.state) ? job : undefined;
      },
      { timeoutMs: 30_000, what: `the end of job ${id}` },
    );
  const { id } = upload.body.data;
  const check = await ends(await begins('csv/check', { upload_id: id, columns: ['first_name', 'email'] }));
  expect(check.summary).toMatchObject({ created: 150, bad: 0 });
  const jobId = await begins('csv/import', { check_id: check.id });
  await server.ended();

  const [cut] = await db.read<{ done: number; state: string }>(
    'system',
    sql`select done, state from jobs where id = ${jobId}`,
  );
  expect(cut).toEqual({ done: 100, state: 'running' });
  await db.transaction('system', (tx) => tx.run(sql`update jobs set due_at = now() where id = ${jobId}`));
  await server.start({ PARLEY_FAILPOINT: '' });
  const done = await ends(jobId);
  expect([done.state, done.done]).toEqual(['done', 150]);
  expect(done.summary).toMatchObject({ created: 150, updated: 0, skipped: 0, bad: 0 });
  expect((await api.post('customers/get', { range: [0, 1] })).body.total).toBe(150);
}, 90_000);
