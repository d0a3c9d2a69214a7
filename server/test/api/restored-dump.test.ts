import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#platform/migrations.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { startPostgres15, type TestCluster } from '#test/rigs/postgres15-rig.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';

const manual = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/self-hosting.md'), 'utf8');
const [, chapter = ''] = manual.split('**Your own PostgreSQL.**');
const [backupRole = '', appRole = ''] = [...chapter.matchAll(/```sql\n(.*?)```/gs)].map(([, lines = '']) => lines);
const documented = (program: string) =>
  new RegExp(`^${program} (.*?) +#`, 'm').exec(chapter)?.[1]?.split(' ') ?? expect.fail(`no ${program}`);

const { folder, remove } = makeTemporaryFolder('dump');
let before: TestDatabase;
let after: TestCluster;
const asAdmin = () => before.url.replace(/(?<=^postgres:\/\/)[^@/]*(?=@)/, 'admin');

beforeAll(async () => {
  before = await aDatabase('postgres15');
  after = await startPostgres15();
  await askDatabase(asAdmin(), backupRole);
  const args = documented('pg_dump').map((arg) => (arg === 'parley' ? new URL(before.url).pathname.slice(1) : arg));
  const [status, words] = run('pg_dump', args, new URL(before.url).searchParams.get('host'));
  if (status !== 0) throw new Error(`pg_dump failed: ${words}`);
});
afterAll(async () => {
  await askDatabase(asAdmin(), 'drop role parley_backup');
  await before.drop();
  await after.stop();
  await remove();
});

const run = (program: string, args: string[], host: unknown) => {
  const env = { PGHOST: String(host), PGPORT: '5432' };
  const ran = spawnSync(`/usr/lib/postgresql/15/bin/${program}`, args, { cwd: folder, env, encoding: 'utf8' });
  return [ran.status, ran.stderr];
};

/** Answers the address of an empty database of the new cluster, filled from the dump. */
async function restored({ more = [] }: { more?: string[] } = {}): Promise<string> {
  await askDatabase(after.admin, 'create database parley owner parley');
  expect(run('pg_restore', [...more, ...documented('pg_restore')], after.admin.host)).toEqual([0, '']);
  return `postgres://parley@localhost/parley?host=${encodeURIComponent(String(after.admin.host))}&port=5432`;
}

describe('F26 a dump in another cluster', () => {
  test('is restored by the lines of the manual, with the rights that the work needs', async () => {
    await askDatabase(after.admin, appRole);
    const url = await restored();
    expect(await migrate(url)).toEqual([]);
    const may = `select has_table_privilege('parley_app', 'tickets', 'update') as may`;
    expect(await askDatabase(url, may)).toEqual([{ may: true }]);
    await askDatabase(after.admin, 'drop database parley');
    await askDatabase(after.admin, 'drop role parley_app');
  });

  test('is upgraded also where the role was not made before', async () => {
    const url = await restored({ more: ['--no-privileges'] });
    await askDatabase(url, `delete from schema_migrations where name like '0100%'`);
    expect(await migrate(url)).toEqual(['0100_what_reached_no_row.sql']);
  });
});
