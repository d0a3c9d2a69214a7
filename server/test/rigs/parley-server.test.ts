import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ParleyServer, startParleyServer } from './parley-server.ts';

let server: ParleyServer;
beforeAll(async () => {
  server = await startParleyServer({ isFirstStart: true });
});
afterAll(() => server.discard());

const isAlive = () =>
  fetch(`${server.url}/v1/health/live`).then(
    (answer) => answer.ok,
    () => false,
  );

test('a server that was killed serves the same address and data again', async () => {
  expect(await isAlive()).toBe(true);
  await server.kill();
  expect(await isAlive()).toBe(false);
  await server.start();
  expect(await isAlive()).toBe(true);
  expect(server.printed().match(/migrations applied/g)).toHaveLength(1);
}, 60_000);

test('a server that is told to stop ends in good order, and leaves nothing once discarded', async () => {
  expect(await server.stop()).toBe(0);
  await server.discard();
  expect(existsSync(server.dataDir)).toBe(false);
}, 60_000);
