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
import { byId, rows } from './rows-of.ts';

/** A whole server, killed in the middle of what takes long. */
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
  // The first row and the last mean one card, by its present address and by its earlier one.
  const known = { company_id: companyId, first_name: 'Hanna', email: 'row0@lindqvist.test' };
  const card = byId(rowId(await api.post('customers/create', { data: [known] }), 'customers'));
  await api.post('customers/update', { data: { email: 'row149@lindqvist.test' }, ...card });
  const lines = Array.from({ length: 150 }, (_, i) => `Row ${i},row${i}@lindqvist.test`);
  const form = new FormData();
  form.append('file', new Blob([`first_name,email\n${lines.join('\n')}\n`]), 'customers.csv');
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
  const outcome = { created: 148, updated: 1, skipped: 0, bad: 1 };
  expect(check.summary).toMatchObject(outcome);
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
  expect(done.summary).toMatchObject(outcome);
  expect((await api.post('customers/get', { range: [0, 1] })).body.total).toBe(149);
  expect(rows(await api.post('customers/get', card), 'customers')[0]).toMatchObject({ first_name: 'Row 0' });
}, 90_000);

test('F1 invitations of a file that left before the server was killed are counted as sent, and none is sent twice', async () => {
  const signIn = async () => {
    const api = new ApiClient(server.url);
    await api.call('auth/login', { email: 'olena@lumenoak.test', password });
    return api;
  };
  let api = await signIn();
  const company = { company_name: 'Petrykivka', case_prefix: 'PT' };
  const companyId = rowId(await api.post('companies/create', { data: [company] }), 'companies');
  await server.stop();
  await server.start({ PARLEY_FAILPOINT: 'csv.invited@2' });
  api = await signIn();
  const form = new FormData();
  const people = ['first@petrykivka.test', 'second@petrykivka.test', 'third@petrykivka.test'];
  form.append('file', new Blob([`email\n${people.join('\n')}\n`]), 'people.csv');
  const upload = await api.request(`csv/upload?company_id=${companyId}&entity=users`, { method: 'POST', body: form });
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
  const check = await ends(await begins('csv/check', { upload_id: upload.body.data.id, columns: ['email'] }));
  const outcome = { created: 3, updated: 0, skipped: 0, bad: 0 };
  expect(check.summary).toMatchObject(outcome);
  const jobId = await begins('csv/import', { check_id: check.id });
  await server.ended();
  const invited = () =>
    db.read<{ email: string }>('system', sql`select email from invites where company_id = ${companyId} order by id`);
  expect(await invited()).toHaveLength(2);
  await db.transaction('system', (tx) => tx.run(sql`update jobs set due_at = now() where id = ${jobId}`));
  await server.start({ PARLEY_FAILPOINT: '' });
  api = await signIn();
  expect((await ends(jobId)).summary).toMatchObject(outcome);
  expect((await invited()).map((one) => one.email)).toEqual(people);
}, 90_000);

test('F1 killed amid a bulk change, an erasure and the emptying of the trash, each comes to its end, and nothing is done twice', async () => {
  const signIn = async () => {
    const api = new ApiClient(server.url);
    await api.call('auth/login', { email: 'olena@lumenoak.test', password });
    return api;
  };
  const again = () =>
    db.transaction('system', (tx) => tx.run(sql`update jobs set due_at = now() where state = 'running'`));
  const one = async <T extends object>(query: ReturnType<typeof sql>) => (await db.read<T>('system', query))[0];
  let api = await signIn();
  const company = { company_name: 'Nadiia', case_prefix: 'ND' };
  const company_id = rowId(await api.post('companies/create', { data: [company] }), 'companies');
  const product = { company_id, name: 'Chairs', abbreviation: 'CH', color: '#116644' };
  const product_id = rowId(await api.post('products/create', { data: [product] }), 'products');
  const hanna = { company_id, first_name: 'Hanna', email: 'hanna@lindqvist.test' };
  const customer_id = rowId(await api.post('customers/create', { data: [hanna] }), 'customers');
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, waiting_since)
          select ${company_id}, n, ${product_id}, ${customer_id}, 'mail', 'Chair', now() from generate_series(1, 120) n`,
    ),
  );
  const tickets = sql`from tickets where company_id = ${company_id}`;
  const lines = (key: string) =>
    one<{ n: number; most: number }>(
      sql`select count(*)::int as n, max(c)::int as most from (select count(*) as c from messages where company_id = ${company_id} and event_key = ${key} group by ticket_id) each`,
    );
  const over = async (id: number) =>
    waitUntil(
      async () => {
        const { job } = (await api.call('jobs/get', { id })).body.data;
        return isOver(job.state) ? job : undefined;
      },
      { timeoutMs: 30_000, what: `the end of job ${id}` },
    );

  await server.stop();
  await server.start({ PARLEY_FAILPOINT: 'jobs.committed@1' });
  api = await signIn();
  const bulk = { company_id, filter: { conditions: [['title', '=', 'Chair']] }, action: { kind: 'resolve' } };
  const asked = await api.call('tickets/act-on-all', { request_id: crypto.randomUUID(), ...bulk });
  await server.ended();
  const half = await one<{ n: number }>(sql`select count(*)::int as n ${tickets} and view_type = 'resolved'`);
  expect([half?.n, (await lines('resolved'))?.n], 'a stretch and no more').toEqual([half?.n, half?.n]);
  expect(half?.n).toBeGreaterThan(0);
  expect(half?.n).toBeLessThan(120);
  await again();

  await server.start({ PARLEY_FAILPOINT: 'erasure.before-commit@2' });
  api = await signIn();
  expect(await over(asked.body.data.jobs[0].job_id)).toMatchObject({ state: 'done', summary: { changed: 120 } });
  expect(await lines('resolved')).toEqual({ n: 120, most: 1 });
  await api.call('customers/erase', { id: customer_id, typed: 'Hanna' });
  await server.ended();
  const erased = await one<{ n: number }>(sql`select count(*)::int as n ${tickets} and erased_at is not null`);
  expect(erased?.n).toBeGreaterThan(0);
  expect(erased?.n).toBeLessThan(120);

  await server.start({ PARLEY_FAILPOINT: 'jobs.committed@2' });
  api = await signIn();
  const receipt = await waitUntil(
    async () => {
      const { data } = (await api.call('customers/erasure-receipt', { id: customer_id })).body;
      return data?.done_at ? data : undefined;
    },
    { timeoutMs: 30_000, what: 'the receipt' },
  );
  expect(receipt.counts).toMatchObject({ tickets: 120 });
  expect(await lines('erased')).toEqual({ n: 120, most: 1 });
  await db.transaction('system', (tx) =>
    tx.run(sql`update tickets set is_deleted = 1, deleted_at = now() where company_id = ${company_id}`),
  );
  const emptying = await api.call('tickets/empty-trash', { request_id: crypto.randomUUID(), company_id });
  expect(emptying.body.data).toMatchObject({ total: 120 });
  await server.ended();
  expect((await one<{ n: number }>(sql`select count(*)::int as n ${tickets}`))?.n).toBe(80);
  await again();

  await server.start({ PARLEY_FAILPOINT: '' });
  api = await signIn();
  expect(await over(emptying.body.data.job_id)).toMatchObject({ state: 'done', done: 120 });
  expect((await one<{ n: number }>(sql`select count(*)::int as n ${tickets}`))?.n).toBe(0);
  const told = await one<{ n: number }>(
    sql`select count(*)::int as n from events where company_id = ${company_id} and entity = 'tickets' and action = 'purged'`,
  );
  expect(told?.n, 'each is told once').toBe(120);
}, 120_000);
