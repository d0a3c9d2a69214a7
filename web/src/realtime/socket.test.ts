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
