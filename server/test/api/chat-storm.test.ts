import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { ChatMessage, ChatTold } from '#contract/quidget-chat.ts';
import { sql } from '#platform/sql.ts';
import { collectGarbage } from '#test/rigs/collect-garbage.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let quidget: number;
const windows: ReturnType<typeof aWindow>[] = [];
beforeAll(async () => {
  at = await aParley({ limits: await neverTooMany() });
  [ours] = await twoShops(at);
  quidget = rowId(
    await ours.owner.post('quidgets/create', {
      data: [{ company_id: ours.companyId, product_id: ours.productId, name: 'Shop chat', title: 'Lumen' }],
    }),
    'quidgets',
  );
});
afterAll(async () => {
  for (const one of windows) one.stop();
  await at?.close();
});

const windowsMax = 100;
const storms = 20;
const withinMs = 1000;
const syncedMsMax = 10_000;

/** Bytes of this process that something still points at. */
function held(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A visitor's window as the widget keeps it: what it misses it asks for after every hello, from the last that it has. */
function aWindow() {
  const who = { quidget, token: randomBytes(32).toString('base64url') };
  const ask = async (path: string, data: object) => {
    const answer = await at.stranger().call(`chat/${path}`, { ...who, ...data });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const texts = new Map<number, string>();
  let [key, last] = ['', 0];
  let ws: WebSocket | undefined;
  const take = (messages: readonly ChatMessage[]) => {
    for (const { id, text, from } of messages) if (from === 'agent') texts.set(id, text);
  };
  return {
    key: () => key,
    /** In the order in which they stand. */
    texts: () => [...texts].toSorted(([a], [b]) => a - b).map(([, text]) => text),
    async begin() {
      const { conversation, messages } = await ask('begin', { client_id: randomUUID(), text: 'Hello', language: 'en' });
      key = conversation.key;
      last = messages[0].id;
    },
    async connect() {
      const mine = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`);
      ws = mine;
      mine.on('error', () => {});
      const greeted = new Promise<void>((resolve, reject) => {
        mine.on('message', (data) => {
          const told = JSON.parse(String(data)) as ChatTold;
          if (told.kind === 'hello') resolve();
          if (told.kind === 'messages') take(told.messages);
        });
        mine.once('close', (code) => reject(new Error(`let go with ${code}`)));
      });
      greeted.catch(() => {});
      await once(mine, 'open');
      mine.send(JSON.stringify({ v: 1, ...who }));
      await greeted;
      mine.send(JSON.stringify({ kind: 'page', url: 'https://shop.example/', title: 'Tables', referrer: '' }));
      const { messages } = await ask('messages', { key, after: last });
      take(messages);
      last = Math.max(last, ...messages.map((one: ChatMessage) => one.id));
    },
    stop: () => ws?.terminate(),
  };
}

test('F14 a hundred windows come back within a second, twenty times over: all are right again soon, with every answer once and in order', async () => {
  windows.push(...Array.from({ length: windowsMax }, aWindow));
  for (const one of windows) await one.begin();
  await Promise.all(windows.map((one) => one.connect()));
  const rows = await at.db.read<{ id: number; key: string }>(
    'system',
    sql`select ticket_id as id, key::text from chats`,
  );
  const ticketOf = new Map(rows.map((row) => [row.key, row.id]));
  const wanted = new Map<string, string[]>(windows.map((one) => [one.key(), []]));
  const answer = async (which: number, text: string) => {
    const key = windows[which % windowsMax]?.key() ?? '';
    const data = { ticket_id: ticketOf.get(key), client_id: randomUUID(), body_html: `<p>${text}</p>` };
    const { status, text: said } = await ours.owner.post('tickets/reply', {
      data: { ...data, to: [], cc: [], bcc: [] },
    });
    expect(status, said).toBe(200);
    wanted.get(key)?.push(text);
  };
  const synced: number[] = [];
  let settled = 0;
  for (let storm = 0; storm < storms; storm++) {
    for (const one of windows) one.stop();
    await answer(storm * 7, `${storm}: while all are away`);
    const from = performance.now();
    const back = windows.map(async (one, at) => {
      await pause((at / windowsMax) * withinMs);
      await one.connect();
    });
    for (let n = 0; n < 5; n++) await answer(storm * 7 + n * 13, `${storm}: while they come, ${n}`);
    await Promise.all(back);
    await waitUntil(() => windows.every((one) => one.texts().length >= (wanted.get(one.key())?.length ?? 0)), {
      what: 'all to be right again',
      timeoutMs: syncedMsMax,
    });
    synced.push(performance.now() - from);
    if (storm === 4) settled = held();
  }
  for (const one of windows) expect(one.texts()).toEqual(wanted.get(one.key()));
  expect(Math.max(...synced)).toBeLessThan(syncedMsMax);
  // What one storm leaves behind is not there twenty times: 1,500 windows of 30 kB would be 45 MB.
  const grown = (held() - settled) / 1024 / 1024;
  expect(grown, `${grown.toFixed(1)} MB`).toBeLessThan(8);
  // Nobody is counted twice who is there once, on the site and at the tickets.
  const here = async () =>
    at.db.read<{ visits: number; seats: number }>(
      'system',
      sql`select (select count(*)::int from visits where is_here and until > now()) as visits,
            (select count(*)::int from watchers where visitor_id is not null and doing <> 'gone') as seats`,
    );
  await waitUntil(async () => (await here())[0]?.seats === windowsMax, { what: 'one seat for each' });
  await waitUntil(async () => (await here())[0]?.visits === windowsMax, { what: 'one visit for each' });
}, 180_000);
