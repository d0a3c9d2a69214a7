import crypto from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import proxyAddress from '@fastify/proxy-addr';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';
import type { Log } from '#platform/log.ts';
import { actingFrom } from '#platform/origin.ts';
import { Problem } from '#platform/problem.ts';
import { bearerOf } from './bearer.ts';
import { securityHeaders } from './security-headers.ts';
import { endSlowBodies, requestHoursMax } from './slow-bodies.ts';
import { sendError } from './wire.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads multipart bodies; every other one takes JSON alone. */
    takesUploads?: boolean;
    /** What is uploaded there may be so large that half an hour is not enough. */
    mayTakeHours?: boolean;
    /** A call of the contract: it may change something even where it is a GET. */
    isCall?: boolean;
    /** API tokens are taken: who shows one is no browser that a foreign page misuses, and its cookies count for nothing. */
    takesTokens?: boolean;
    /** Pages of other sites ask too, for their visitors. No cookie counts here, so no page can misuse one. */
    isForSites?: boolean;
  }
}

/** Without credentials: a browser sends no cookie along, and keeps none. */
const forEverySite = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** A reply of half a million letters, up to six bytes each in JSON, and something around it. */
const bodyBytesMax = 4 * 1024 * 1024;

/**
 * The HTTP server with what holds for every request: only JSON and uploads come in, only from our own origin when a
 * browser sends them; every error leaves in the contract's shape; addresses of clients are believed from known proxies only.
 */
export async function openFrontDoor({
  log,
  trustedProxies,
  publicOrigin,
}: {
  log: Log;
  trustedProxies: readonly string[];
  publicOrigin: string | undefined;
}): Promise<FastifyInstance> {
  // By these the log finds a request again, whichever process answered it.
  const ours = crypto.randomBytes(9).toString('base64url');
  let requests = 0;
  const protect = securityHeaders({ isSecure: publicOrigin?.startsWith('https:') ?? false });
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => `${ours}-${++requests}`,
    routerOptions: { maxParamLength: 300 },
    requestTimeout: requestHoursMax * 3_600_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Addresses that cannot even be routed are refused in the contract's shape too.
    frameworkErrors: (error, request, reply) => {
      protect(reply);
      sendError(reply, error, log, request.id);
    },
  });
  app.decorateReply('refusedWith', undefined);
  endInTime(app);
  endSlowBodies(app, {
    wholeSeconds: 60,
    idleSeconds: 30,
    pace: { seconds: 60, bytes: 60_000 },
    uploadSeconds: 30 * 60,
    lookSeconds: 5,
    unreadSeconds: 60,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error as Error); // always a Problem
    }
  });
  await app.register(fastifyCookie);

  // Without promises of their own: this runs before every call.
  app.addHook('onRequest', (request, reply, done) => {
    protect(reply);
    if (request.routeOptions.config.isForSites) reply.headers(forEverySite);
    done(refusalOf(request));
  });
  const refusalOf = (request: FastifyRequest): Problem | undefined => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const { isCall, takesTokens, isForSites = false } = request.routeOptions.config;
    const isProgram = takesTokens === true && bearerOf(request.headers) !== undefined;
    if ((!isReading || isCall) && !isProgram && !isForSites && !isOwnOrigin(request, publicOrigin))
      return new Problem('foreign_origin');
    // A form that a foreign page posts is an upload only where uploads are taken.
    if (/^multipart\//i.test(request.headers['content-type'] ?? '') && !request.routeOptions.config.takesUploads)
      return new Problem('unsupported_media_type');
    return undefined;
  };
  // After the body is read, whose events would otherwise lose it.
  app.addHook('preHandler', (request, _reply, done) =>
    actingFrom({ ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }, done),
  );
  app.setErrorHandler((error, request, reply) => sendError(reply, error, log, request.id));
  app.setNotFoundHandler((request, reply) => sendError(reply, new Problem('not_found'), log, request.id));
  return app;
}

/** Mounts routes that read multipart bodies. They are apart, because every route beside that parser pays for it. */
export function mountUploads(app: FastifyInstance, mount: (app: FastifyInstance) => void): void {
  void app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, {
      limits: { fileSize: fileBytesMax, files: filesPerUploadMax, fields: 10, fieldSize: 1000, headerPairs: 50 },
    });
    mount(uploads);
  });
}

/** The client's address of a request that Fastify never sees, such as a socket's first one. */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedProxies.length > 0 ? proxyAddress.compile([...trustedProxies]) : () => false;
  return (request) => proxyAddress(request, isTrusted);
}

/** Requests under way may finish when the server stops, but not for ever. */
const finishSeconds = 5;

/** Browsers open sockets in advance, which say nothing: those hold up nobody's stop. */
function endInTime(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  for (const spoken of ['request', 'upgrade'] as const)
    app.server.on(spoken, (request) => silent.delete(request.socket));
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), finishSeconds * 1000).unref();
  });
}

/** A browser says where a request comes from. What it says must be us. */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | undefined): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return false;
  return origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`;
}

/** `__proto__` and its kin are names like any other here, and no schema knows them. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
}
