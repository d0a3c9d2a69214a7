import { expect, inject, test } from 'vitest';
import { connectClient } from '#platform/database-client.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { aDatabase } from '#test/rigs/test-database.ts';

test('a lent database is migrated, of the kind that the project asks for, and knows no other', async () => {
  const [one, two] = await Promise.all([aDatabase(), aDatabase()]);
  await askDatabase(one.url, 'create table only_here ()');

  const [version] = await askDatabase<{ major: number }>(
    two.url,
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const [found] = await askDatabase<{ mine: string | null; ours: string | null }>(
    two.url,
    `select to_regclass('only_here')::text as mine, to_regclass('tickets')::text as ours`,
  );

  expect(one.kind).toBe(inject('databaseKind'));
  expect(version?.major).toBe(inject('databaseKind') === 'embedded' ? 18 : 15);
  expect(found).toEqual({ mine: null, ours: 'tickets' });
  await Promise.all([one.drop(), two.drop()]);
});

test('the application signs in to PostgreSQL 15 without the rights of a superuser', async () => {
  const database = await aDatabase('postgres15');
  const rows = await askDatabase(
    database.url,
    'select rolsuper, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  await database.drop();
});

test('a dropped database is gone, even while somebody is connected', async () => {
  const database = await aDatabase();
  await connectClient(database.url);

  await database.drop();

  await expect(askDatabase(database.url, 'select 1')).rejects.toThrow(/does not exist/);
});
