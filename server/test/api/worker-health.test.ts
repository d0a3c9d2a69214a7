import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { runLoop } from '#platform/loop.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aParley, metricsKey, type TestParley } from './parley-in-process.ts';

let at: TestParley | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await at?.close();
  at = undefined;
});

const aWorker = async (env: Record<string, string> = {}) => {
  at = await aParley({ role: 'worker', env: { PUBLIC_URL: 'https://desk.lumenoak.test', ...env } });
  return at;
};
const ask = (path: string, init?: RequestInit) => fetch(`${at?.listening}${path}`, { redirect: 'manual', ...init });
const withKey = { headers: { authorization: `Bearer ${metricsKey}` } };
const metrics = async () => (await ask('/v1/metrics', withKey)).text();

test('a worker with a port tells whether it lives and how it does, and serves nothing else', async () => {
  const worker = await aWorker();
  expect(worker.parley.operationsUrl).toBe(`http://127.0.0.1:${new URL(worker.listening).port}`);
  expect(await (await ask('/v1/health/live')).json()).toEqual({ success: true, data: { live: true } });
  expect(await (await ask('/v1/health/ready')).json()).toEqual({ success: true, data: { ready: true } });
  expect((await ask('/v1/metrics')).status).toBe(404);
  const told = await metrics();
  for (const line of [/^parley_deliveries 0$/m, /^parley_system_mails\{state="queued"\} 0$/m])
    expect(told).toMatch(line);
  for (const loop of ['intake', 'deliveries', 'system mail', 'jobs', 'housekeeping'])
    expect(told).toMatch(new RegExp(`^parley_loop_seconds\\{loop="${loop}"\\} [\\d.]+$`, 'm'));
  for (const path of ['/', '/v1/', '/v1/desk.json', '/v1/outbox', '/v1/api/openapi.json', '/v1/assets/x.js'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' };
  expect((await ask('/v1/api/auth/login', signIn)).status).toBe(404);
});

test('a worker without a port listens nowhere', async () => {
  const { parley } = await aWorker({ PORT: '' });
  expect([parley.http, parley.operationsUrl]).toEqual([undefined, undefined]);
});

test('a worker whose port another process has does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  try {
    await expect(aWorker({ PORT: `${port}` })).rejects.toThrow(`Port ${port} is taken by another program`);
  } finally {
    other.close();
  }
});

test.each([
  ['does not end', (until: Promise<void>) => until],
  ['fails again and again', () => Promise.reject(new Error('as always'))],
])('a worker is not ready while the work of a loop %s, and is again once it does', async (_how, work) => {
  await aWorker();
  const mended = Promise.withResolvers<void>();
  let isMended = false;
  const loop = runLoop({
    name: 'stubborn',
    log: createLog('silent'),
    restSeconds: 1,
    wakeOn: () => () => {},
    async work() {
      if (!isMended) await work(mended.promise);
      return 'idle';
    },
  });
  try {
    expect((await ask('/v1/health/ready')).status).toBe(200);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 16 * 60_000);
    const ready = await ask('/v1/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      success: false,
      errors: [{ key: 'unavailable' }],
      data: { ready: false, stuck: expect.arrayContaining(['stubborn']) },
    });
    expect((await ask('/v1/health/live')).status).toBe(200);
    expect(Number(/^parley_loop_seconds\{loop="stubborn"\} (.+)$/m.exec(await metrics())?.[1])).toBeGreaterThan(900);
    isMended = true;
    mended.resolve();
    await waitUntil(async () => (await ask('/v1/health/ready')).status === 200, { what: 'the worker to be ready' });
  } finally {
    isMended = true;
    mended.resolve();
    await loop.stop();
  }
});

test('whoever serves people goes on serving them while a loop of theirs is stuck', async () => {
  at = await aParley();
  const released = Promise.withResolvers<'idle'>();
  const log = createLog('silent');
  const loop = runLoop({ name: 'stubborn', log, restSeconds: 1, wakeOn: () => () => {}, work: () => released.promise });
  try {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 16 * 60_000);
    expect((await ask('/v1/health/ready')).status).toBe(200);
  } finally {
    released.resolve('idle');
    await loop.stop();
  }
});
