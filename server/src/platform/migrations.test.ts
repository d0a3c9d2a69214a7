import { expect, test } from 'vitest';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { CannotStart } from './cannot-start.ts';
import { migrate } from './migrations.ts';

const refusal = (address: string) => migrate(address).catch((error: unknown) => error);

test('a database that is away is named, and its password is not', async () => {
  const refused = await refusal('postgres://parley:secret@localhost:1/desk');
  expect(refused).toBeInstanceOf(CannotStart);
  expect(String(refused)).toMatch(/ desk at localhost:1 \(DATABASE_URL\) .*ECONNREFUSED/);
  expect(String(refused)).not.toContain('secret');
});

test('a database that a newer Parley has used is refused in words', async () => {
  const database = await aDatabase();
  await askDatabase(database.url, `insert into schema_migrations (name) values ('9999_later.sql')`);
  const refused = await refusal(database.url);
  expect(refused).toBeInstanceOf(CannotStart);
  expect(String(refused)).toContain('it knows 9999_later.sql');
  await database.drop();
});
