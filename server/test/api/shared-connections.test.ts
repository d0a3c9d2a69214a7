import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

// As the role that cannot see beyond its scope, and so need not become it first: only then are connections shared.
const { url: ownersUrl, appUrl: url } = await aDatabase();
const owner = await connectClient(ownersUrl);
const db = connectDatabase({ connectionString: url });
afterAll(async () => {
  await owner.end();
  await db.close();
});

const many = Array.from({ length: 100 }, (_, i) => i + 1);
const whose = { companies: sql`current_setting('parley.companies')`, number: sql`${'n'}::int` };
const ask = (company: number, number: unknown = company) =>
  db.readValues<{ companies: string; number: number }>({ companies: [company] }, whose, () => number);

test('A1 what is asked for nobody lends its sight to no one who asks beside it', async () => {
  const seen = { is_system: sql`parley_is_system()`, companies: sql`parley_companies()::text` };
  const answers = await Promise.all(
    many.map((n) => db.readValues(n % 2 === 0 ? 'system' : { companies: [n] }, seen, () => null)),
  );
  expect(answers).toEqual(
    many.map((n) => (n % 2 === 0 ? { is_system: true, companies: '{}' } : { is_system: false, companies: `{${n}}` })),
  );
});

test('A1 people who ask at the same moment each ask within their own company, whatever they share', async () => {
  const answers = await Promise.all(many.map((company) => ask(company)));
  expect(answers).toEqual(many.map((company) => ({ companies: `{${company}}`, number: company })));
});

test('whoever asks nonsense is refused alone', async () => {
  const outcomes = await Promise.allSettled(many.map((company) => ask(company, company % 10 === 0 ? 'ten' : company)));
  expect(outcomes.map((one) => one.status)).toEqual(
    many.map((company) => (company % 10 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('nobody waits behind a question that takes long', async () => {
  await owner.query('select pg_advisory_lock(7)');
  const long = db.readValues({ companies: [1] }, { held: sql`pg_advisory_xact_lock_shared(7)::text` });
  await waitUntil(async () => {
    const [row] = await askDatabase<{ waits: boolean }>(
      url,
      `select exists (select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())) as waits`,
    );
    return row?.waits;
  });
  // From then on it counts as one that takes long.
  const askedAt = performance.now();
  await waitUntil(() => performance.now() - askedAt > 100);

  expect(await Promise.all(many.map((company) => ask(company)))).toHaveLength(many.length);

  await owner.query('select pg_advisory_unlock(7)');
  expect(await long).toEqual({ held: '' });
});

test('when the database drops the connection, whoever had asked is told, and the next one is answered', async () => {
  const ended = Promise.allSettled(
    many.map(() => db.readValues({ companies: [1] }, { gone: sql`pg_terminate_backend(pg_backend_pid())` })),
  );
  expect((await ended).every((one) => one.status === 'rejected')).toBe(true);
  expect(await ask(3)).toEqual({ companies: '{3}', number: 3 });
});

const pid = { pid: sql`pg_backend_pid()` };
const askPid = (of: typeof db) => of.readValues<{ pid: number }>({ companies: [1] }, pid);

test('a connection that is kept for the next question is taken by whoever needs one', async () => {
  const quiet = connectDatabase({ connectionString: url });
  const asked = await askPid(quiet);
  const taken = await quiet.transaction({ companies: [1] }, (tx) => tx.row(sql`select pg_backend_pid() as pid`));
  expect(taken).toEqual(asked);
  expect(await askPid(quiet)).toEqual(asked);
  await quiet.close();
});

test('a connection that died while it was kept is told of once at most', async () => {
  const quiet = connectDatabase({ connectionString: url });
  const asked = await askPid(quiet);
  await owner.query('select pg_terminate_backend($1)', [asked?.pid]);
  // The first to ask may do so before the news of it has come.
  await askPid(quiet).catch(() => {});
  expect((await askPid(quiet))?.pid).not.toBe(asked?.pid);
  await quiet.close();
});

test('questions that never end let others have the connection between two of them', async () => {
  const narrow = connectDatabase({ connectionString: url }, { connectionsMax: 1 });
  await askPid(narrow);
  let isDone = false;
  const asking = async () => {
    while (!isDone) await askPid(narrow);
  };
  const questions = asking();
  // By now the first of them is on its way.
  await new Promise(setImmediate);
  await narrow.transaction({ companies: [1] }, (tx) => tx.run(sql`select 1`));
  isDone = true;
  await questions;
  await narrow.close();
});
