import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
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

test('a server that is told to stop ends in good order, refuses a port that is taken in words, and leaves nothing once discarded', async () => {
  expect(await server.stop()).toBe(0);

  // Another program has the port meanwhile: what to do is said in words, and nothing is left running.
  const other = createServer().listen(server.port);
  await once(other, 'listening');
  const refused = await server.start().then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(refused).toContain(`Port ${server.port} is taken by another program. Choose another one with PORT.`);
  expect(refused).not.toContain('    at ');
  expect(await server.ended()).toBe(1);
  other.close();

  await server.discard();
  expect(existsSync(server.dataDir)).toBe(false);
}, 60_000);
