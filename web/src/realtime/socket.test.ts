import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { openSocket } from './socket.ts';

test('a desk that is left while its line is being made hangs up once it is there, and complains of nothing', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const lines = new WebSocketServer({ noServer: true });
  const server = createServer();
  const isAsked = Promise.withResolvers<() => void>();
  const isClosed = Promise.withResolvers<number>();
  server.on('upgrade', (request, line, head) =>
    isAsked.resolve(() =>
      lines.handleUpgrade(request, line, head, (made) => made.on('close', (code) => isClosed.resolve(code))),
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());

  const { port } = server.address() as AddressInfo;
  const socket = openSocket(`ws://127.0.0.1:${port}/`);
  const answer = await isAsked.promise;
  socket.close();
  answer();
  expect(await isClosed.promise, 'it was closed in all form').toBe(1000);
});

test('a desk that slept says when it last heard something, and not when it woke', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const lines = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const line of lines.clients) line.terminate();
    lines.close();
  });
  const hello = { uuid: crypto.randomUUID(), entity: 'realtime', action: 'hello', params: {} };
  lines.on('connection', (line) => line.once('message', () => line.send(JSON.stringify(hello))));
  await once(lines, 'listening');
  const { port } = lines.address() as AddressInfo;
  const socket = openSocket(`ws://127.0.0.1:${port}/`);
  onTestFinished(() => socket.close());
  await vi.waitFor(() => expect(socket.state).toBe('live'));

  const fellAsleep = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => fellAsleep + 8 * 3_600_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const isOffline = new Promise<number>((done) => socket.onState(() => done(socket.lastHeard)));
  expect(await isOffline).toBeLessThanOrEqual(fellAsleep);
});

test('a line that waits for its turn is tried at once when the network is back', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = createServer();
  const listens = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listens(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));

  // Its turn never comes by itself.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = openSocket(`ws://127.0.0.1:${port}/`);
  onTestFinished(() => socket.close());
  const isOffline = new Promise<void>((done) => socket.onState(done));
  await vi.advanceTimersByTimeAsync(1);
  await isOffline;

  const lines = new WebSocketServer({ server });
  onTestFinished(() => {
    lines.close();
    for (const line of lines.clients) line.terminate();
    server.close();
  });
  const isThere = new Promise((done) => lines.on('connection', done));
  await listens(port);
  socket.retry();
  await vi.advanceTimersByTimeAsync(1);
  await isThere;
  expect(lines.clients.size).toBe(1);
});
