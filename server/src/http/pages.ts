import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '#platform/problem.ts';

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ');

/** The desk: its files by name, and for every other address under `/v1/` the page that knows what to show. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const page = path.join(folder, 'index.html');
  if (!fs.existsSync(page))
    throw new Error(`The desk is not built: ${page} is missing. Run npm start, which builds it.`);
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-cache')
      .send(fs.createReadStream(page));

  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/v1/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  app.get('/', async (_request, reply) => reply.redirect('/v1/'));
  app.get('/v1', async (_request, reply) => reply.redirect('/v1/'));
  app.get<{ Params: { '*': string } }>('/v1/*', async (request, reply) => {
    const asked = request.params['*'];
    if (/^(?:api|assets|hooks|health)(?:\/|$)/.test(asked)) throw new Problem('not_found');
    return sendPage(reply);
  });
}
