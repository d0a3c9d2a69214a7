import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import type { Database } from '#platform/database.ts';
import { loopSeconds, stuckLoops } from '#platform/loop.ts';
import { Problem } from '#platform/problem.ts';
import { isSameSecret } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { bearerOf } from './bearer.ts';

type Needs = {
  db: Database;
  metricsKey: string;
  /** Whether it is of no use while one of its loops is stuck. Whoever serves people goes on serving them. */
  livesByLoops: boolean;
};

/** What those who run Parley ask it. Metrics are not public: they answer to their key, from wherever it is shown. */
export function mountOperations(app: FastifyInstance, { db, metricsKey, livesByLoops }: Needs): void {
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
    const stuck = livesByLoops ? stuckLoops() : [];
    if (stuck.length > 0) {
      const errors = [new Problem('unavailable').toWire()];
      return reply.code(503).send({ success: false, errors, data: { ready: false, stuck } });
    }
    return reply.send({ success: true, data: { ready: true } });
  });
  app.get('/v1/metrics', async (request, reply) => {
    if (!isSameSecret(bearerOf(request.headers), metricsKey)) throw new Problem('not_found');
    const [queues] = await db.read<{ deliveries: number; inbound: number; mailboxes_down: number }>(
      'system',
      sql`select (select count(*)::int from deliveries where state in ('queued', 'sending')) as deliveries,
            (select count(*)::int from inbound_mails where outcome = 'waiting') as inbound,
            (select count(*)::int from channel_accounts where kind = 'mailbox' and is_deleted = 0 and health_state in ('degraded', 'action_needed')) as mailboxes_down`,
    );
    const gauges = Object.entries(queues ?? {}).map(
      ([name, value]) => `# TYPE parley_${name} gauge\nparley_${name} ${value}\n`,
    );
    const letters = await db.read<{ state: string; n: number }>(
      'system',
      sql`select 'queued' as state, count(*)::int as n from system_mails where state = 'queued'
          union all select 'failed', count(*)::int from system_mails where state = 'failed' and due_at > now() - interval '4 days'`,
    );
    const owed = letters.map(({ state, n }) => `parley_system_mails{state="${state}"} ${n}\n`).join('');
    const loops = [...loopSeconds()]
      .map(([name, n]) => `parley_loop_seconds{loop="${name}"} ${n.toFixed(3)}\n`)
      .join('');
    const memory = `# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
    return reply
      .type(registry.contentType)
      .send(
        `${await registry.metrics()}${gauges.join('')}# TYPE parley_system_mails gauge\n${owed}# TYPE parley_loop_seconds gauge\n${loops}${memory}`,
      );
  });
}
