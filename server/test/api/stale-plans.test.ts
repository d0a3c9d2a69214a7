import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { aDatabase } from '#test/rigs/test-database.ts';

const { url } = await aDatabase();
const db = connectDatabase({ connectionString: url }, { connectionsMax: 1 });
const owner = await connectClient(url);
afterAll(async () => {
  await owner.end();
  await db.close();
});

test('F25 a table that changes under a running server fails no request', async () => {
  await owner.query('create table things (id int); insert into things values (7)');
  const ask = sql`select * from things`;
  for (let i = 0; i < 3; i++) expect(await db.read('system', ask)).toEqual([{ id: 7 }]);

  await owner.query(`alter table things add column name text default 'table'`);
  expect(await db.read('system', ask)).toEqual([{ id: 7, name: 'table' }]);

  await owner.query('alter table things alter column id type text');
  expect(await db.transaction('system', (tx) => tx.row(ask))).toEqual({ id: '7', name: 'table' });
});
