import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { CannotStart } from './cannot-start.ts';
import { connectClient } from './database-client.ts';
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

test('whoever is kept waiting by another process says so, and goes on when it is done', async () => {
  const database = await aDatabase();
  const other = await connectClient(database.url);
  await other.query('begin; select pg_advisory_xact_lock(7274539012)');
  let waits = 0;
  const migrating = migrate(database.url, { onWait: () => waits++ });
  await waitUntil(() => waits > 0, { what: 'the waiting to be told' });
  await other.query('commit');
  await other.end();
  expect(await migrating).toEqual([]);
  expect(waits).toBe(1);
  await database.drop();
});

test('a pooler that keeps its connections keeps nobody from starting', async () => {
  const database = await aDatabase();
  const pooler = await aPooler(database.url);
  expect(await migrate(pooler)).toEqual([]);
  expect(await migrate(database.url)).toEqual([]);
  await database.drop();
});

/** As PgBouncer does: what a client leaves behind in its connection stays, for the connection outlives it. */
async function aPooler(url: string): Promise<string> {
  const { searchParams, username, pathname } = new URL(url);
  const socketPath = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const terminate = Buffer.from([0x58, 0, 0, 0, 4]);
  const kept = new Set<net.Socket>();
  const pooler = net.createServer((client) => {
    const server = net.connect(socketPath);
    kept.add(server);
    client.on('data', (asked) => (asked.equals(terminate) ? client.end() : server.write(asked)));
    server.on('data', (answer) => client.write(answer));
    for (const socket of [client, server]) socket.on('error', () => {});
  });
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const server of kept) server.destroy();
    pooler.close();
  });
  const { port } = pooler.address() as net.AddressInfo;
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}
