import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFrontDoor } from './front-door.ts';
import { mountPdfFrame } from './pdf-frame.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-pdf-'));
let app: FastifyInstance;
beforeAll(async () => {
  fs.mkdirSync(path.join(folder, '6.5.438', 'cmaps'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'frame.0123456789ab.js'), 'program');
  fs.writeFileSync(path.join(folder, 'frame.0123456789ab.js.br'), zlib.brotliCompressSync('program'));
  fs.writeFileSync(path.join(folder, '6.5.438', 'cmaps', 'UniGB-UCS2-H.bcmap'), 'letters');
  app = await openFrontDoor({ log: pino({ level: 'silent' }), trustedProxies: [], publicOrigin: undefined });
  await mountPdfFrame(app, folder);
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('A24 the page that draws PDFs has no origin and no network, wherever it is opened, and only the desk may frame it', async () => {
  const [page, again] = [await get('/v1/pdf-frame.html'), await get('/v1/pdf-frame.html')];
  const nonce = /<script nonce="([\w+/=]{24})" src="\/v1\/pdf\/frame\.0123456789ab\.js"><\/script>/.exec(
    page.body,
  )?.[1];
  expect(page.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; worker-src blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts`,
  );
  expect(again.body, 'a nonce is for one page').not.toContain(nonce);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('its files are kept for ever under their names, also by a page without an origin', async () => {
  const program = await get('/v1/pdf/frame.0123456789ab.js', { 'accept-encoding': 'gzip, br' });
  expect(zlib.brotliDecompressSync(program.rawPayload).toString()).toBe('program');
  for (const file of [program, await get('/v1/pdf/6.5.438/cmaps/UniGB-UCS2-H.bcmap')])
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  for (const outside of ['/v1/pdf/..%2f..%2fetc/passwd', '/v1/pdf/6.5.438/cmaps/', '/v1/pdf/nothing.js'])
    expect((await get(outside)).statusCode, outside).toBeGreaterThanOrEqual(400);
});
