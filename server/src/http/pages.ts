import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brands } from '#platform/brands/brands.ts';
import { Problem } from '#platform/problem.ts';
import { readDeskBuild } from './desk-build.ts';
import { languageOf } from './language-of.ts';
import type { LetterLinks } from './letter-links.ts';
import { readPageTemplate, type SignInPage } from './page-template.ts';
import { pagePolicy } from './security-headers.ts';

type Needs = {
  folder: string;
  brands: Brands;
  isStranger: (request: FastifyRequest) => Promise<boolean>;
  links: LetterLinks;
};

/** Pages whose address holds a secret: no other page learns of it from this one. */
const isSecretive = (asked: string) =>
  /^(?:restore|email-confirmation-success|take-address-back|unlock|invite|callback)(?:\/|$)/.test(asked);

/** Pages that ask first whether somebody is signed in. Whoever is not is told by the page itself: a browser calls a refusal an error. */
const isForStrangers = (asked: string) => asked === '' || /^(?:register|forgot|invite)(?:\/|$)/.test(asked);

/**
 * The desk: its files by name, and for every other address under `/v1/` the page that knows what to show. Answers with how
 * that page is sent, for whoever has an address of their own and does not want it known.
 */
export async function servePages(
  app: FastifyInstance,
  { folder, brands, isStranger, links }: Needs,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const page = path.join(folder, 'index.html');
  if (!fs.existsSync(page))
    throw new Error(`The desk is not built: ${page} is missing. Run npm start, which builds it.`);
  const desk = readDeskBuild(folder);
  const template = readPageTemplate(folder, desk.build);

  async function sendPage(request: FastifyRequest, reply: FastifyReply, asked: string) {
    const nonce = crypto.randomBytes(16).toString('base64');
    const isStrange = isForStrangers(asked) && (await isStranger(request));
    const as = isStrange ? (asked === '' ? signInPageFor(request) : 'stranger') : undefined;
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', pagePolicy(nonce))
        .header('referrer-policy', isSecretive(asked) ? 'no-referrer' : 'same-origin')
        .header('cross-origin-opener-policy', 'same-origin')
        .header('origin-agent-cluster', '?1')
        // It differs by host, cookie and language: nobody between us and the browser may keep it.
        .header('cache-control', 'private, no-cache')
        .send(template(brands.ofHost(request.hostname), as, nonce))
    );
  }

  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/v1/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    preCompressed: true,
  });
  // What a browser keeps, so that the desk opens without a network, and by what it sees that there is a newer one.
  app.get('/v1/desk.json', async (_request, reply) => reply.header('cache-control', 'no-store').send(desk));
  app.get('/v1/build.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ build: desk.build }),
  );
  // By the name of its folder a worker has all of the desk; it may reach this server and nothing else.
  const worker = fs.readFileSync(path.join(folder, 'desk-worker.js'));
  app.get('/v1/desk-worker.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
      .header('cache-control', 'no-cache')
      .send(worker),
  );
  app.get('/', async (_request, reply) => reply.redirect('/v1/'));
  app.get('/v1', async (_request, reply) => reply.redirect('/v1/'));
  app.get<{ Params: { '*': string } }>('/v1/*', async (request, reply) => {
    const asked = request.params['*'];
    if (/^(?:api|assets|brand|hooks|health)(?:\/|$)/.test(asked)) throw new Problem('not_found');
    if (links.follow(asked, reply)) return reply;
    return sendPage(request, reply, asked);
  });
  return (request, reply) => sendPage(request, reply, 'outbox');
}

function signInPageFor(request: FastifyRequest): SignInPage {
  const language = languageOf(request);
  const isOnTheWay = typeof request.query === 'object' && request.query !== null && 'back' in request.query;
  return isOnTheWay ? `${language}_back` : language;
}
