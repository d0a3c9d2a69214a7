import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountQuidgetScript } from './quidget-script.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-widget-'));
const app = Fastify();
beforeAll(() => {
  const files = { 'quidget.js': 'loader', 'quidget-chat-en.0123456789ab.js': 'chat', 'quidget-preview.js': 'preview' };
  for (const [name, code] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), code);
    fs.writeFileSync(path.join(folder, `${name}.gz`), zlib.gzipSync(code));
    fs.writeFileSync(path.join(folder, `${name}.br`), zlib.brotliCompressSync(code));
  }
  mountQuidgetScript(app, folder);
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('the loader is for pages of every site, and a new one reaches them soon', async () => {
  const loader = await get('/v1/quidget.js');
  expect(loader.body).toBe('loader');
  expect(loader.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  });
  const packed = await get('/v1/quidget.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(zlib.brotliDecompressSync(packed.rawPayload).toString()).toBe('loader');
  const again = await get('/v1/quidget.js', { 'if-none-match': String(loader.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the chat is kept for ever under its own name, and answers those who ask for the one before', async () => {
  const chat = await get('/v1/quidget-chat-en.0123456789ab.js');
  expect(chat.body).toBe('chat');
  expect(chat.headers['cache-control']).toContain('immutable');
  const older = await get('/v1/quidget-chat-en.ffffffffffff.js');
  expect([older.body, older.headers['cache-control']]).toEqual(['chat', 'public, max-age=300']);
  for (const name of ['quidget-chat-fr.0123456789ab.js', 'quidget-chat-en.x.js', 'quidget-chat-ua.0123456789ab.js'])
    expect((await get(`/v1/${name}`)).statusCode, name).toBeGreaterThanOrEqual(404);
});

test('A30 the preview can be framed by the desk and by nobody else', async () => {
  const page = await get('/v1/quidget-preview.html');
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
});
