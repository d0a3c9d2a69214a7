import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import pg from 'pg';
import type { BareCall } from './bare-call.ts';

/**
 * What Parley is measured against: fastify and pg with the same SQL and no walls, no session, no rights, no validation.
 * Takes its calls as JSON by its environment; prints its address.
 */
const calls = JSON.parse(process.env.BARE_CALLS ?? '{}') as Record<string, BareCall>;
/** Stands in the statements of a reply for the ticket that is answered. */
const anyTicket = -1;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
pool.on('error', () => {});

const app = Fastify({ logger: false });
for (const [name, call] of Object.entries(calls)) {
  if ('page' in call) {
    app.post(`/${name}`, async (_request, response) => {
      const { rows } = await pool.query<{ page: string; total: number }>(call.page);
      return response
        .type('application/json; charset=utf-8')
        .send(`{"success":true,"data":{"${call.entity}":${rows[0]?.page}},"total":${rows[0]?.total}}`);
    });
    continue;
  }
  app.post<{ Body: { ticket_id?: number } }>(`/${name}`, async (request, response) => {
    const [only, ...others] = call.statements;
    // What reads once needs no transaction.
    if (call.isRead && only && others.length === 0) {
      const { rows } = await pool.query({ ...only, values: [...only.values] });
      return response.send({ success: true, data: rows });
    }
    const answers: unknown[] = [];
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { text, values, name: prepared } of call.statements) {
        const filled = values.map((value) => (value === anyTicket ? request.body.ticket_id : value));
        const { rows } = await client.query({ text, values: filled, ...(prepared ? { name: prepared } : {}) });
        answers.push(rows);
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    return response.send({ success: true, data: call.isRead ? answers : {} });
  });
}
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit(0));
await pause(2 ** 30);
