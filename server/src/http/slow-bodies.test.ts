import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

const pace = { seconds: 1.5, bytes: 6 };
const limits = { wholeSeconds: 1.5, idleSeconds: 1.5, pace, uploadSeconds: 4, lookSeconds: 0.1, unreadSeconds: 1.5 };
const fileBytes = 8 * 1024 * 1024;
const app = Fastify();
beforeAll(async () => {
  endSlowBodies(app, limits);
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => {
    let bytes = 0;
    body.on('data', (some: Buffer) => {
      bytes += some.length;
    });
    body.on('end', () => done(null, bytes));
  });
  app.post('/upload', { config: { takesUploads: true } }, async (request) => ({ bytes: request.body }));
  app.addHook('onRequest', async (request, reply) =>
    request.url.endsWith('?refused') ? reply.code(403).send() : undefined,
  );
  app.post('/import', { config: { takesUploads: true, mayTakeHours: true } }, async (request) => ({
    bytes: request.body,
  }));
  app.get('/download', async (_request, reply) => {
    const pieces = Array.from({ length: fileBytes / 65_536 }, () => Buffer.alloc(65_536));
    return reply.header('content-length', fileBytes).send(Readable.from(pieces));
  });
  app.get('/list', async () => 'x'.repeat(fileBytes));
  app.get('/search', () => new Promise((then) => setTimeout(then, 2000, 'found')));
  app.post('/call', async (request) => ({ bytes: request.body }));
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Posts so many pieces, one after another with a pause, and never the rest of them. Answers what came back, once it ends. */
const post = (
  path: string,
  { pieces, of, pauseMs, connection = 'close' }: { pieces: number; of: number; pauseMs: number; connection?: string },
) =>
  new Promise<string>((then) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${of}\r\n\r\n`;
    let [sent, answer] = [0, ''];
    socket.write(head);
    const trickle = setInterval(() => {
      if (sent === pieces) return clearInterval(trickle);
      sent += 1;
      socket.write('w');
    }, pauseMs);
    socket.on('error', () => {});
    socket.on('data', (some) => {
      answer += String(some);
    });
    socket.on('close', () => {
      clearInterval(trickle);
      then(answer);
    });
  });

test('F13 a slow upload that moves arrives; so does an archive that takes hours; one that stands still, crawls or never ends, and a call told letter by letter, are ended', async () => {
  const [moving, still, crawling, endless, archive, refused, call, quick] = await Promise.all([
    post('/upload', { pieces: 20, of: 20, pauseMs: 100 }),
    post('/upload', { pieces: 2, of: 20, pauseMs: 60 }),
    post('/upload', { pieces: 20, of: 20, pauseMs: 500 }),
    post('/upload', { pieces: 60, of: 60, pauseMs: 100 }),
    post('/import', { pieces: 60, of: 60, pauseMs: 100 }),
    post('/import?refused', { pieces: 200, of: 200, pauseMs: 100, connection: 'keep-alive' }),
    post('/call', { pieces: 200, of: 200, pauseMs: 60 }),
    post('/call', { pieces: 2, of: 2, pauseMs: 60 }),
  ]);
  expect(moving).toMatch(/^HTTP\/1\.1 200 .*\{"bytes":20\}$/s);
  for (const ended of [still, crawling, endless])
    expect(ended).toMatch(/^HTTP\/1\.1 408 .*\r\n\r\n\{"success":false,"errors":\[\{[^\]]*"upload_too_slow"/s);
  expect(archive).toMatch(/^HTTP\/1\.1 200 .*\{"bytes":60\}$/s);
  expect(refused).toMatch(/^HTTP\/1\.1 403 .*HTTP\/1\.1 408 /s);
  expect(call).toMatch(/^HTTP\/1\.1 408 /);
  expect(quick).toMatch(/^HTTP\/1\.1 200 .*\{"bytes":2\}$/s);
});

/** Asks, and takes the answer in pieces with a pause between them; without one, nothing of it before it was let go. Answers how many bytes came. */
const take = (path: string, pauseMs?: number) =>
  new Promise<number>((then) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let bytes = 0;
    const read = () => {
      socket.on('data', (some) => {
        bytes += some.length;
        if (pauseMs === undefined) return;
        socket.pause();
        setTimeout(() => socket.resume(), pauseMs);
      });
    };
    if (pauseMs !== undefined) read();
    // What holds it at the other end is gone: what is left is what the kernel holds.
    else app.server.once('connection', (other) => other.once('close', read));
    socket.on('error', () => {});
    socket.on('close', () => then(bytes));
  });

test('F13 an answer that nobody takes is ended, in pieces or whole; one that is taken slowly, or found slowly, arrives', async () => {
  const still = [];
  for (const path of ['/download', '/list']) {
    still.push(take(path));
    await new Promise((resolve) => app.server.once('connection', resolve));
  }
  const [download, list, moving, search] = await Promise.all([...still, take('/download', 10), take('/search', 0)]);
  expect(download).toBeLessThan(fileBytes);
  expect(list).toBeLessThan(fileBytes);
  expect(moving).toBeGreaterThan(fileBytes);
  expect(search).toBeGreaterThan(0);
}, 20_000);
