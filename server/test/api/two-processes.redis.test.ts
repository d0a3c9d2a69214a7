import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { connectDatabase } from '#platform/database.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { type RedisRig, startRedis } from '#test/rigs/redis-rig.ts';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import { ApiClient } from './api-client.ts';
import { password, rowId } from './people.ts';

/** Two whole servers on one PostgreSQL 15, which wake each other through Redis and count limits there. */
let redis: RedisRig;
let database: TestDatabase;
const servers: ParleyServer[] = [];
const [here, there] = [new ApiClient(''), new ApiClient('')];
let companyId: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  [redis, database] = await Promise.all([startRedis(), aDatabase('postgres15')]);
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key that both servers know, long enough',
    REDIS_URL: redis.url,
    LOG_LEVEL: 'warn',
  };
  const db = connectDatabase({ connectionString: database.url });
  await createConfirmedPerson(db, { name: 'Olena Kovalenko', email, password, language: 'en' });
  await db.close();
  for (const api of [here, there]) {
    const server = await startParleyServer({ env });
    servers.push(server);
    Object.assign(api, { url: server.url });
    await signIn(api);
  }
  const company = { company_name: 'Lumen & Oak', case_prefix: 'LO' };
  companyId = rowId(await here.post('companies/create', { data: [company] }), 'companies');
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) await socket.close();
  for (const server of servers) await server.discard();
  await redis?.stop();
  await database?.drop();
});

const email = 'olena@lumenoak.test';
async function signIn(api: ApiClient): Promise<void> {
  const answer = await api.call('auth/login', { email, password });
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
}
async function listens(api: ApiClient): Promise<Socket> {
  const socket = await aSocket(api.url, { cookie: api.cookie });
  sockets.push(socket);
  return socket;
}
let customers = 0;
/** Somebody new at one server, heard of at the other. Answers how long that took, in milliseconds. */
async function news(from: ApiClient, to: Socket): Promise<number> {
  const data = [{ company_id: companyId, first_name: `Customer ${customers++}` }];
  const id = rowId(await from.post('customers/create', { data }), 'customers');
  const started = performance.now();
  await to.hears((event) => event.entity === 'customers' && event.params.id === id);
  return performance.now() - started;
}
/** Less than a process would take to look by itself, which it does every 5 s. */
const promptMs = 2500;
const areLimited = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length;
/** Asks one server and the other in turn; thirty times a minute are allowed. */
async function detectsInTurn(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++)
    statuses.push((await (n % 2 ? there : here).call('mailboxes/detect', { email: 'shop@gmail.com' })).status);
  return statuses;
}

test('news of one process wakes the other at once, in both directions', async () => {
  const [atHere, atThere] = [await listens(here), await listens(there)];
  for (let n = 0; n < 5; n++) {
    expect(await news(here, atThere)).toBeLessThan(promptMs);
    expect(await news(there, atHere)).toBeLessThan(promptMs);
  }
});

test('who signs out in one process is nobody in the other within a second', async () => {
  const again = new ApiClient(here.url);
  await signIn(again);
  const elsewhere = new ApiClient(there.url);
  elsewhere.cookie = again.cookie;
  expect((await elsewhere.call('users/self')).status).toBe(200);
  const socket = await listens(elsewhere);
  await again.call('auth/logout');
  await waitUntil(async () => (await elsewhere.call('users/self')).status === 401, { timeoutMs: 2000 });
  expect(await socket.closed()).toBe(4401);
});

test('a limit is one limit for both', async () => {
  const statuses = await detectsInTurn(40);
  expect(areLimited(statuses)).toBe(10);
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
});

test('F24 Redis is killed and comes back empty: nothing is lost, limits hold, and all is prompt again', async () => {
  const [atHere, atThere] = [await listens(here), await listens(there)];
  await redis.kill();
  // Each for itself: nobody is locked out, and nobody let loose.
  const alone = await detectsInTurn(70);
  expect(areLimited(alone)).toBe(10);
  const started = performance.now();
  expect((await here.call('users/self')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(promptMs);
  // Without wake-ups news comes later, and comes.
  await Promise.all([news(here, atThere), news(there, atHere)]);

  await redis.start();
  await waitUntil(async () => (await news(here, atThere)) < 1000 && (await news(there, atHere)) < 1000, {
    timeoutMs: 30_000,
    what: 'wake-ups to cross again',
  });
  // What was counted there is gone with it. Alone both have used up their minute, so what is let through now is counted
  // together again.
  let letThrough = 0;
  for (const api of [here, there])
    await waitUntil(async () => (await api.call('mailboxes/detect', { email: 'shop@gmail.com' })).status === 200, {
      what: 'limits to be shared again',
    }).then(() => letThrough++);
  const together = await detectsInTurn(60);
  expect(letThrough + together.length - areLimited(together)).toBe(30);
  for (const socket of [atHere, atThere]) {
    const heard = socket.events.filter((event) => event.entity === 'customers').map((event) => event.uuid);
    expect(new Set(heard).size).toBe(heard.length);
  }
  for (const server of servers) expect(server.hasEnded()).toBe(false);
}, 90_000);
