import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * What Parley is measured against: fastify and pg with the same SQL and no walls, no session, no rights, no validation.
 * Takes the statements as JSON by its environment; prints its address.
 */
type Statement = { text: string; values: unknown[]; name?: string };
const { list, open, customers, reply } = JSON.parse(process.env.BARE_STATEMENTS ?? '{}') as {
  list: Statement;
  open: Statement;
  customers: Statement;
  reply: Statement[];
};
/** Stands in the statements of a reply for the ticket that is answered. */
const anyTicket = -1;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
pool.on('error', () => {});

const app = Fastify({ logger: false });
const send =
  (statement: Statement, entity: string) => async (_request: unknown, response: import('fastify').FastifyReply) => {
    const { rows } = await pool.query<{ page: string; total: number }>(statement);
    return response
      .type('application/json; charset=utf-8')
      .send(`{"success":true,"data":{"${entity}":${rows[0]?.page}},"total":${rows[0]?.total}}`);
  };
app.post('/list', send(list, 'tickets'));
app.post('/open', send(open, 'messages'));
app.post('/customers', send(customers, 'customers'));
app.post<{ Body: { ticket_id: number } }>('/reply', async (request, response) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of reply)
      await client.query(
        text,
        values.map((value) => (value === anyTicket ? request.body.ticket_id : value)),
      );
    await client.query('commit');
  } finally {
    client.release();
  }
  return response.send({ success: true });
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit(0));
await pause(2 ** 30);
