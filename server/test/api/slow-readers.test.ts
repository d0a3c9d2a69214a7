import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket as Line } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { sql } from '#platform/sql.ts';
import { collectGarbage } from '#test/rigs/collect-garbage.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

/** Those who ask and do not read: what they hold of this process is little, and nobody else waits for them. */
let at: TestParley;
let ours: Shop;
let visitor: { quidget: number; token: string };
let key: string;
const open: { destroy(): void }[] = [];
beforeAll(async () => {
  at = await aParley({ limits: await neverTooMany() });
  [ours] = await twoShops(at);
  const shop = { company_id: ours.companyId, product_id: ours.productId, name: 'Shop chat', title: 'Lumen' };
  const quidget = rowId(await ours.owner.post('quidgets/create', { data: [shop] }), 'quidgets');
  visitor = { quidget, token: randomBytes(32).toString('base64url') };
  const first = { ...visitor, client_id: randomUUID(), text: 'Hello', language: 'en' };
  key = (await at.stranger().call('chat/begin', first)).body.data.conversation.key;
});
afterAll(async () => {
  for (const one of open) one.destroy();
  await at?.close();
});

vi.setConfig({ testTimeout: 60_000 });
const megabyte = 1024 * 1024;
/** What lies outside the heap: buffers of sockets and files among them. */
const held = () => {
  collectGarbage();
  return process.memoryUsage().arrayBuffers + process.memoryUsage().external;
};

test('F13 readers who stand still before a big file, agents and visitors, hold little of it each, and the next one gets all of it', async () => {
  const big = await ours.owner.upload('plan.bin', new Uint8Array(20 * megabyte));
  expect(big.status, big.text).toBe(200);
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...visitor, key })) form.append(field, String(value));
  form.append('file', new Blob([new Uint8Array(9 * megabyte)]), 'leg.bin');
  const sent = await at.stranger().request('chat/upload', { method: 'POST', body: form, headers: {} });
  expect(sent.status, sent.text).toBe(200);
  const doors = [`/v1/api/files/${big.body.data.files[0].id}`, new URL(sent.body.data.file.url)].map((one) =>
    typeof one === 'string' ? one : one.pathname + one.search,
  );
  const { hostname, port } = new URL(at.listening);
  const before = held();
  const still: Line[] = [];
  for (const door of doors.flatMap((one) => Array.from({ length: 8 }, () => one))) {
    const line = connect(Number(port), hostname);
    line.on('error', () => {});
    open.push(line);
    still.push(line);
    line.write(`GET ${door} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${ours.owner.cookie}\r\n\r\n`);
    // The first of it has come, and nobody takes it.
    await once(line, 'readable');
  }
  for (const door of doors) {
    const whole = await fetch(`${at.listening}${door}`, { headers: { cookie: ours.owner.cookie } });
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(9 * megabyte);
  }
  expect((await ours.owner.call('users/self')).status).toBe(200);
  // Sixteen readers of 232 MB.
  expect(held() - before).toBeLessThan(120 * megabyte);
  expect(still.filter((one) => one.destroyed)).toEqual([]);
  for (const one of still) one.destroy();
  // Node ends whoever does not get to the end of their headers; slow-bodies.test.ts tells of bodies, of which an archive may take a day.
  const { headersTimeout = 0, requestTimeout = 0 } = at.parley.http?.server ?? {};
  expect(headersTimeout).toBeGreaterThan(0);
  expect(requestTimeout).toBeGreaterThan(0);
  expect([headersTimeout <= 60_000, requestTimeout <= 86_400_000]).toEqual([true, true]);
});

/** So many lines, on which that much of a request has been told. */
async function linesTelling(count: number, words: string): Promise<Line[]> {
  const { hostname, port } = new URL(at.listening);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const line = connect(Number(port), hostname);
      line.on('error', () => {});
      open.push(line);
      await once(line, 'connect');
      line.write(words);
      return line;
    }),
  );
}

test('F13 two hundred who tell their headers letter by letter, and five hundred who are there and say nothing, keep nobody from an answer', async () => {
  const idle = await linesTelling(500, '');
  const slow = await linesTelling(200, 'GET /v1/api/users/self HTTP/1.1\r\nHost: x\r\nX-');
  const trickle = setInterval(() => {
    for (const one of slow) one.write('a');
  }, 50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ours.owner.call('users/self')));
  clearInterval(trickle);
  expect(answers.map((one) => one.status)).toEqual(Array(20).fill(200));
  expect([...idle, ...slow].filter((one) => one.destroyed)).toEqual([]);
  for (const one of [...idle, ...slow]) one.destroy();
});

test('F13 a desk that stops reading is let go before it fills the house; its colleague hears everything, in order and once', async () => {
  const { api } = await aMember(at, ours, 1, 'Ira');
  const [slow, ira] = [
    await aSocket(at.listening, { cookie: ours.owner.cookie }),
    await aSocket(at.listening, { cookie: api.cookie }),
  ];
  slow.ws.pause();
  const count = 320;
  const before = held();
  const heard = () => ira.events.filter((event) => event.params.padding !== undefined).map((event) => event.params.id);
  // As fast as Ira hears it: on a busy machine she would be slow as well.
  for (let from = 0; from < count; from += 40) {
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into events (company_id, entity, action, entity_id, actor_kind, params)
            select ${ours.companyId}, 'customers', 'updated', n, 'system', jsonb_build_object('id', n, 'company_id', ${ours.companyId}::int, 'padding', repeat('x', 50000))
            from generate_series(${from + 1}::int, ${from + 40}::int) n`,
      ),
    );
    at.wake.nudge('events');
    await waitUntil(() => heard().length >= from + 40, { what: 'all of it' });
  }
  expect(heard()).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  expect(held() - before).toBeLessThan(100 * megabyte);
  slow.ws.resume();
  expect(await slow.closed()).toBe(1006);
  expect(slow.events.length).toBeLessThan(count);
  // Whoever comes back to so much asks anew.
  const again = await aSocket(at.listening, { cookie: ours.owner.cookie, bookmark: slow.bookmark() });
  expect(['hello', 'resync']).toContain(again.events[0]?.action);
  await again.close();
  await ira.close();
});

test('F13 a chat window that stops reading is let go; another of the same visitor hears everything', async () => {
  const aWindow = async () => {
    const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`);
    ws.on('error', () => {});
    open.push({ destroy: () => ws.terminate() });
    const texts: string[] = [];
    ws.on('message', (data) => {
      const told = JSON.parse(String(data));
      for (const one of told.messages ?? []) texts.push(one.text.slice(0, 20).trim());
    });
    await once(ws, 'open');
    ws.send(JSON.stringify({ v: 1, ...visitor }));
    await once(ws, 'message');
    return { ws, texts };
  };
  const [slow, quick] = [await aWindow(), await aWindow()];
  slow.ws.pause();
  const [row] = await at.db.read<{ ticket_id: number }>('system', sql`select ticket_id from chats where key = ${key}`);
  const data = {
    ticket_id: row?.ticket_id,
    client_id: randomUUID(),
    body_html: '<p>Hello</p>',
    to: [],
    cc: [],
    bcc: [],
  };
  const answered = await ours.owner.post('tickets/reply', { data });
  expect(answered.status, answered.text).toBe(200);
  await waitUntil(() => quick.texts.length === 1, { what: 'the answer' });
  // The longest that there is, told again and again.
  const [long] = await at.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(
      sql`update messages set body_text = repeat('oak ', 110000) where id = (select max(id) from messages where ticket_id = ${row?.ticket_id}) returning id`,
    ),
  );
  for (let n = 2; n <= 20; n++) {
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into events (company_id, entity, action, entity_id, ticket_id, actor_kind, params)
            values (${ours.companyId}, 'messages', 'updated', ${long?.id}, ${row?.ticket_id}, 'system', '{}')`,
      ),
    );
    at.wake.nudge('events');
    await waitUntil(() => quick.texts.length === n, { what: `it for the ${n}th time` });
  }
  const gone = once(slow.ws, 'close');
  slow.ws.resume();
  expect((await gone)[0]).toBe(1006);
  expect(slow.texts.length).toBeLessThan(quick.texts.length);
});
