import type { FastifyInstance, FastifyRequest } from 'fastify';
import client from 'prom-client';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** What those who run Parley ask it. Metrics answer only on this machine: they are not public. */
export function mountOperations(app: FastifyInstance, db: Database): void {
  const registry = new client.Registry();
  const requests = new client.Histogram({
    name: 'parley_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });

  app.get('/v1/health/live', async (_request, reply) => reply.send({ success: true, data: { live: true } }));
  app.get('/v1/health/ready', async (_request, reply) => {
    await db.read('system', sql`select 1`);
    return reply.send({ success: true, data: { ready: true } });
  });
  app.get('/v1/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) throw new Problem('not_found');
    const [queues] = await db.read<{ deliveries: number; inbound: number; mailboxes_down: number }>(
      'system',
      sql`select (select count(*)::int from deliveries where state in ('queued', 'sending')) as deliveries,
            (select count(*)::int from inbound_mails where outcome = 'waiting') as inbound,
            (select count(*)::int from channel_accounts where kind = 'mailbox' and is_deleted = 0 and health_state in ('degraded', 'action_needed')) as mailboxes_down`,
    );
    const gauges = Object.entries(queues ?? {}).map(
      ([name, value]) => `# TYPE parley_${name} gauge\nparley_${name} ${value}\n`,
    );
    const memory = `# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
    return reply.type(registry.contentType).send(`${await registry.metrics()}${gauges.join('')}${memory}`);
  });
}

/**
 * By a name of this machine, so that no foreign page can have it fetched, and not merely by a proxy that runs here and asks
 * for somebody else: those say so, and nginx, which says nothing unless told, asks in HTTP 1.0, as no browser does.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isThisMachine(request.socket.remoteAddress) &&
  isThisMachine(request.ip) &&
  request.raw.httpVersion !== '1.0' &&
  isCalledAsThisMachine(request) &&
  !Object.keys(request.headers).some((name) => traceOfProxy.test(name));

/** From here, by a name of elsewhere: somebody on this machine stands in for others and passes on what they said. */
export const isAskedForOthers = (request: FastifyRequest): boolean =>
  isThisMachine(request.socket.remoteAddress) && !isCalledAsThisMachine(request);

export const nameOfThisMachine = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

const isCalledAsThisMachine = (request: FastifyRequest): boolean => nameOfThisMachine.test(request.headers.host ?? '');

const traceOfProxy =
  /^(?:via|forwarded|max-forwards|x-forwarded(?:-.+)?|x-original-.+|x-envoy-.+|x-proxy.*|cf-.+|x-real-ip|x-remote-.+|(?:.+-)?client-ip)$/;

const isThisMachine = (address: string | undefined): boolean =>
  address !== undefined && /^(?:127\.|::1$|::ffff:127\.)/.test(address);
