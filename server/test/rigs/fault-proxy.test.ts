import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { waitUntil } from './wait-until.ts';

/** Answers everything it hears with the same bytes. */
let echo: Server;
let heard: Buffer[];
let serverSockets: Socket[];
let proxy: FaultProxy;
let clients: Socket[];

beforeEach(async () => {
  heard = [];
  serverSockets = [];
  clients = [];
  echo = createServer((socket) => {
    serverSockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard.push(data);
      socket.write(data);
    });
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startFaultProxy({ port: (echo.address() as AddressInfo).port });
});

afterEach(async () => {
  for (const socket of [...clients, ...serverSockets]) socket.destroy();
  await proxy.close();
  echo.close();
});

async function aClient(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1');
  clients.push(client);
  // What a test asks of it, it asks itself; a reset while everything ends is no news.
  client.on('error', () => {});
  await once(client, 'connect');
  return client;
}

async function ask(client: Socket, question: string): Promise<string> {
  let answer = '';
  const hear = (data: Buffer) => {
    answer += data;
  };
  client.on('data', hear);
  client.write(question);
  await waitUntil(() => answer.length >= question.length, { what: 'the echo' });
  client.off('data', hear);
  return answer;
}

test('passes everything on, both ways, and the end as well', async () => {
  const client = await aClient();
  const question = 'x'.repeat(300_000);
  const answer = buffer(client);
  client.end(question);
  expect((await answer).length).toBe(question.length);
  expect([proxy.passedBytes('up'), proxy.passedBytes('down')]).toEqual([300_000, 300_000]);
  await waitUntil(() => proxy.openConnections() === 0);
  expect(proxy.connections()).toBe(1);
});

test('delays, and keeps the order in spite of jitter', async () => {
  await proxy.be({ delayMs: 50, jitterMs: 30 });
  const client = await aClient();
  const answer: string[] = [];
  client.on('data', (data) => answer.push(data.toString()));
  const before = performance.now();
  for (const word of ['one ', 'two ', 'three']) {
    client.write(word);
    await pause(5);
  }
  await waitUntil(() => answer.join('') === 'one two three');
  expect(performance.now() - before).toBeGreaterThanOrEqual(95);
});

test('throttles', async () => {
  await proxy.be({ bytesPerSecond: 20_000 });
  const client = await aClient();
  const before = performance.now();
  await ask(client, 'y'.repeat(4_000));
  // 4,000 bytes up and down at 20,000 a second; an early timer is forgiven.
  expect(performance.now() - before).toBeGreaterThanOrEqual(390);
});

test('cuts with a reset after so many bytes up', async () => {
  await proxy.be({ cutAfterBytes: { up: 5 } });
  const client = await aClient();
  const broken = once(client, 'error');
  client.write('123456789');
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(Buffer.concat(heard).length).toBeLessThanOrEqual(5);
});

test('cuts with an end of file after so many bytes down', async () => {
  await proxy.be({ cutAfterBytes: { down: 5 }, cutBy: 'end' });
  const client = await aClient();
  const answer = buffer(client);
  client.write('123456789');
  expect((await answer).toString()).toBe('12345');
  expect(Buffer.concat(heard).toString()).toBe('123456789');
});

test.each(['up', 'down'] as const)('falls silent after so many bytes %s', async (direction) => {
  await proxy.be({ cutAfterBytes: { [direction]: 5 }, cutBy: 'silence' });
  const client = await aClient();
  let answer = '';
  client.on('data', (data) => {
    answer += data;
  });
  let isClosed = false;
  client.on('close', () => {
    isClosed = true;
  });
  client.write('123456789');
  await waitUntil(() => (direction === 'up' ? proxy.passedBytes('up') === 5 : answer === '12345'));
  client.write('more');
  serverSockets[0]?.destroy();
  await pause(100);
  expect([Buffer.concat(heard).toString(), isClosed]).toEqual([direction === 'up' ? '12345' : '123456789', false]);
});

test('a half-closed connection still hears the rest', async () => {
  await proxy.be({ delayMs: 20 });
  const client = await aClient();
  const answer = buffer(client);
  client.end('question');
  expect((await answer).toString()).toBe('question');
});

test('goes half-open and comes back', async () => {
  const client = await aClient();
  expect(await ask(client, 'before')).toBe('before');

  await proxy.be({ isHalfOpen: true });
  const during = ask(client, 'during');
  await pause(100);
  expect(Buffer.concat(heard).toString()).toBe('before');

  await proxy.be({});
  expect(await during).toBe('during');
});

test('resets what is open, and accepts anew', async () => {
  const client = await aClient();
  await ask(client, 'hello');
  const broken = once(client, 'error');
  proxy.reset();
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(await ask(await aClient(), 'again')).toBe('again');
});

test('refuses newcomers while open connections go on, until told otherwise', async () => {
  const early = await aClient();
  await ask(early, 'hello');
  await proxy.be({ isRefusing: true });

  await expect(aClient()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await ask(early, 'still here')).toBe('still here');

  await proxy.be({});
  expect(await ask(await aClient(), 'back')).toBe('back');
});

test('a server that is away looks away', async () => {
  const nobody = await startFaultProxy({ port: 1 });
  const client = connect(nobody.port, '127.0.0.1');
  clients.push(client);
  expect(await once(client, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
  await nobody.close();
});
