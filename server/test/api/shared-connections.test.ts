import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

const { url } = await aDatabase();
const db = connectDatabase({ connectionString: url });
const owner = await connectClient(url);
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
