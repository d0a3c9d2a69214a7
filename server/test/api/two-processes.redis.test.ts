import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChatMessage, ChatTold } from '#contract/quidget-chat.ts';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { connectDatabase } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { type RedisRig, startRedis } from '#test/rigs/redis-rig.ts';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { prove } from '../../../widget/talk/prove.ts';
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
    const [first] = servers;
    const server = await startParleyServer({ env, ...(first && { beside: first }) });
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
async function aQuidget(name: string, abbreviation: string): Promise<number> {
  const product = { company_id: companyId, name, abbreviation };
  const product_id = rowId(await here.post('products/create', { data: [product] }), 'products');
  const quidget = { company_id: companyId, product_id, name: 'Shop chat', title: 'Lumen & Oak' };
  return rowId(await here.post('quidgets/create', { data: [quidget] }), 'quidgets');
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

test('F14 180 desks come back at once after kill -9 of their server, and each hears everything once and in order', async () => {
  const db = connectDatabase({ connectionString: database.url });
  const colleagues = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const colleague = `agent${n}@lumenoak.test`;
      const id = await createConfirmedPerson(db, { name: `Agent ${n}`, email: colleague, password, language: 'en' });
      await db.transaction('system', (tx) =>
        tx.run(sql`insert into roles (user_id, company_id, level, name) values (${id}, ${companyId}, 1, 'agent')`),
      );
      const api = new ApiClient(there.url);
      expect((await api.call('auth/login', { email: colleague, password })).status).toBe(200);
      return api;
    }),
  );
  await db.close();
  const desks = colleagues.flatMap((api) => Array.from({ length: 30 }, () => api));
  const first = await Promise.all(desks.map((api) => aSocket(there.url, { cookie: api.cookie })));
  const isMade = (event: RealtimeEvent) => event.entity === 'customers' && event.action === 'created';
  const make = async () => {
    const made = await here.post('customers/create', { data: [{ company_id: companyId, first_name: 'Petro' }] });
    return rowId(made, 'customers');
  };
  const before = await make();
  for (const one of first) await one.hears((event) => isMade(event) && event.params.id === before);

  await servers[1]?.kill();
  await Promise.all(first.map((one) => one.closed()));
  const missed = [await make(), await make(), await make()];
  await servers[1]?.start();
  const [second, meanwhile] = await Promise.all([
    Promise.all(
      desks.map((api, n) => aSocket(there.url, { cookie: api.cookie, bookmark: first[n]?.bookmark() ?? null })),
    ),
    (async () => [await make(), await make(), await make()])(),
  ]);
  sockets.push(...second);
  const last = await make();
  for (const one of second) {
    await one.hears((event) => isMade(event) && event.params.id === last);
    // Told twice it is one by its uuid, as the desk reads it.
    const once = [...new Map(one.events.filter(isMade).map((event) => [event.uuid, event.params.id])).values()];
    expect(once).toEqual([...missed, ...meanwhile, last]);
  }
}, 90_000);

test('F14 F15 a chat goes through kill -9 of its server and a database that hangs up: each word once, in order', async () => {
  const quidget = await aQuidget('Tables', 'TAB');
  const who = { quidget, token: randomBytes(32).toString('base64url') };
  const ask = (path: string, data: object) => new ApiClient(there.url).call(`chat/${path}`, { ...who, ...data });
  const told: ChatMessage[] = [];
  const aWindow = async () => {
    const ws = new WebSocket(`${there.url.replace('http', 'ws')}/v1/chat/ws`);
    ws.on('error', () => {});
    ws.on('message', (data) => {
      const one = JSON.parse(String(data)) as ChatTold;
      if (one.kind === 'messages') told.push(...one.messages);
    });
    await once(ws, 'open');
    ws.send(JSON.stringify({ v: 1, ...who }));
    await once(ws, 'message');
    return ws;
  };
  const begun = await ask('begin', { client_id: randomUUID(), text: 'word 0', language: 'en' });
  expect(begun.status, begun.text).toBe(200);
  const { key } = begun.body.data.conversation;
  const tickets = await here.post('tickets/get', { filter: { conditions: [['company_id', '=', companyId]] } });
  const ticketId = rowId(tickets, 'tickets');
  const answer = async (text: string) => {
    const data = { ticket_id: ticketId, client_id: randomUUID(), body_html: `<p>${text}</p>`, to: [], cc: [], bcc: [] };
    const { status, text: said } = await here.post('tickets/reply', { data });
    expect(status, said).toBe(200);
  };
  const first = await aWindow();
  await answer('answer 1');
  await waitUntil(() => told.some((one) => one.text === 'answer 1'), { what: 'an answer across both processes' });

  const queued = Array.from({ length: 20 }, (_, n) => ({ key, client_id: randomUUID(), text: `word ${n + 1}` }));
  for (const one of queued.slice(0, 5)) expect((await ask('send', one)).status).toBe(200);
  // Taken or not: whoever sent it never learns.
  const lost = ask('send', queued[5] ?? {}).catch(() => undefined);
  await servers[1]?.kill();
  await Promise.all([lost, first.readyState === first.CLOSED || once(first, 'close')]);
  await answer('answer 2');
  await servers[1]?.start();

  const db = connectDatabase({ connectionString: database.url });
  const again = await aWindow();
  // As the page does it: one after the other, again until it is answered.
  const outbox = (async () => {
    for (const one of queued.slice(5))
      await waitUntil(async () => (await ask('send', one).catch(() => undefined))?.status === 200, {
        what: `${one.text} to be taken`,
      });
  })();
  await waitUntil(() => told.some((one) => one.text === 'word 8'), { what: 'a word in the middle' });
  await db
    .read(
      'system',
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .catch(() => {});
  await db.close();
  await outbox;
  await Promise.all(queued.slice(3, 9).map((one) => ask('send', one)));
  await waitUntil(() => told.some((one) => one.text === 'word 20'), { what: 'the last word' });

  const { messages } = (await ask('messages', { key })).body.data as { messages: ChatMessage[] };
  const texts = messages.map((one) => one.text);
  const words = Array.from({ length: 21 }, (_, n) => `word ${n}`);
  expect(texts.filter((text) => text.startsWith('word'))).toEqual(words);
  expect(texts.filter((text) => text.startsWith('answer'))).toEqual(['answer 1', 'answer 2']);
  expect(messages.map((one) => one.id)).toEqual(messages.map((one) => one.id).toSorted((a, b) => a - b));
  again.close();
}, 60_000);

test('A45 six conversations begin freely at both together, and what one was proven buys nothing at the other', async () => {
  const quidget = await aQuidget('Chairs', 'CHA');
  const begin = (at: ApiClient, proof?: string) =>
    new ApiClient(at.url).call('chat/begin', {
      ...{ quidget, token: randomBytes(32).toString('base64url'), client_id: randomUUID() },
      ...{ text: 'Is it oak?', language: 'en', proof },
    });
  for (let n = 0; n < 6; n++) expect((await begin(n % 2 ? here : there)).status).toBe(200);
  const refused = await begin(here);
  const { key, values } = refused.body.errors[0] ?? {};
  expect(key, refused.text).toBe('proof_required');
  const proof = await prove(String(values?.task));
  // Told by one, shown to the other.
  expect((await begin(there, proof)).status).toBe(200);
  for (const at of [here, there]) expect((await begin(at, proof)).body.errors[0]?.key).toBe('proof_required');
});
