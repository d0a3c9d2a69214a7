import path from 'node:path';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { messagesTable } from '#domain/messages/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { ticketsTable } from '#domain/tickets/index.ts';
import type { Database, Query } from '#platform/database.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { sql } from '#platform/sql.ts';
import { benchGround, password } from './bench-ground.ts';
import { drive } from './load.ts';
import { pgbench } from './pgbench.ts';
import { printTable } from './print-table.ts';
import { seedTickets } from './seed-tickets.ts';

const connectionCounts = process.env.BENCH_CONNECTIONS?.split(',').map(Number) ?? [1, 16, 64];
const seconds = Number(process.env.BENCH_SECONDS ?? 4);

/**
 * Ticket list, open ticket and reply with every wall on, beside a bare fastify and pg route with the same SQL. The two
 * take turns on the same machine, so that the ratio holds when its speed drifts.
 */
export async function apiBench({ companies = 50, tickets = 100_000 } = {}): Promise<void> {
  const ground = await benchGround();
  const { db, url } = ground;
  try {
    console.log(`seeding ${tickets} tickets of ${companies} companies`);
    await seedTickets(db, { companies, tickets });
    const userId = await createConfirmedPerson(db, {
      name: 'Olena',
      email: 'olena@bench.test',
      password,
      language: 'en',
    });
    const companyId = Math.ceil(companies / 2);
    await db.transaction('system', (tx) =>
      tx.run(sql`insert into roles (user_id, company_id, level, name) values (${userId}, ${companyId}, 1, 'agent')`),
    );
    await analyse(url);

    const rowsOfTickets = await db.read<{ id: number }>(
      'system',
      sql`select id from tickets where company_id = ${companyId} order by updated desc limit 500`,
    );
    const answered = rowsOfTickets.map((row) => row.id);
    const ticketId = answered[0] ?? 0;
    const bodies = {
      list: {
        sort: [['updated', 'desc']],
        range: [0, 25],
        filter: {
          conditions: [
            ['company_id', '=', companyId],
            ['view_type', '=', ''],
            ['is_deleted', '=', 0],
            ['is_spam', '=', 0],
          ],
        },
      },
      open: { filter: { conditions: [['ticket_id', '=', ticketId]] }, sort: [['id', 'asc']] },
    } as const;
    const statements = {
      list: await statementOf(db, userId, (caught, caller) =>
        getRows(caught, ticketsTable, parsed(bodies.list), caller),
      ),
      open: await statementOf(db, userId, (caught, caller) =>
        getRows(caught, messagesTable, parsed(bodies.open), caller),
      ),
      reply: replyStatements(companyId, -1, userId),
    };

    const { url: server } = await ground.startServer({ ROLE: 'web' });
    const owner = url.replace('parley_app', 'parley_owner');
    const bareProgram = path.join(import.meta.dirname, 'bare-server.ts');
    const { url: bare } = await ground.startProgram(
      bareProgram,
      { DATABASE_URL: owner, BARE_STATEMENTS: JSON.stringify(statements) },
      /(http:\S+)/,
    );
    const cookie = await signIn(server);
    const replyBody = JSON.stringify({
      data: {
        ticket_id: '{ticket}',
        client_id: '{uuid}',
        body_html: '<p>The leg leaves tomorrow.</p>',
        to: [{ address: 'c1@c.test' }],
      },
    });

    const rows: (string | number)[][] = [];
    for (const [name, ours, theirs] of [
      ['ticket list', `${server}/v1/api/tickets/get`, `${bare}/list`],
      ['open ticket', `${server}/v1/api/messages/get`, `${bare}/open`],
      ['reply', `${server}/v1/api/tickets/reply`, `${bare}/reply`],
    ] as const) {
      const body = name === 'reply' ? replyBody : JSON.stringify(name === 'ticket list' ? bodies.list : bodies.open);
      for (const connections of connectionCounts) {
        const rounds: { ours: number; theirs: number; p50: number; p99: number }[] = [];
        for (let round = 0; round < 3; round++) {
          const several = name === 'reply' ? { tickets: answered } : {};
          const a = await drive({ url: ours, body, cookie, connections, seconds, ...several });
          const bareBody = name === 'reply' ? '{"ticket_id":"{ticket}"}' : '{}';
          const b = await drive({ url: theirs, body: bareBody, connections, seconds, ...several });
          if (a.failed + b.failed > 0) throw new Error(`${name}: ${a.failed} + ${b.failed} requests failed`);
          rounds.push({ ours: a.perSecond, theirs: b.perSecond, p50: a.p50, p99: a.p99 });
        }
        const statement =
          name === 'ticket list' ? statements.list : name === 'open ticket' ? statements.open : undefined;
        const limit = statement && (await pgbench(owner, statement, { connections, seconds }));
        const middle = rounds.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs)[1];
        if (middle)
          rows.push([
            name,
            String(connections),
            middle.ours,
            middle.theirs,
            middle.ours / middle.theirs,
            limit ?? '',
            middle.p50,
            middle.p99,
          ]);
      }
    }
    printTable(
      `Requests per second, ${tickets} tickets in ${companies} companies (median of 3 rounds)`,
      ['call', 'connections', 'Parley/s', 'bare/s', 'ratio', 'pgbench/s', 'p50 ms', 'p99 ms'],
      rows,
    );
  } finally {
    await ground.close();
  }
}

let caughtCount = 0;
type Statement = { text: string; values: readonly unknown[]; name?: string };
type Caller = NonNullable<Awaited<ReturnType<typeof loadPerson>>>;

/** Catches the SQL that the engine would run, without its walls. */
async function statementOf(
  db: Database,
  userId: number,
  ask: (caught: Database, caller: Caller) => Promise<unknown>,
): Promise<Statement> {
  const caller = await loadPerson(db, userId);
  let caught: Query | undefined;
  const catcher: Database = {
    ...db,
    async readValues(_companies, { page = sql.empty, total = sql.empty }) {
      caught = sql`select (${page}) as page, (${total}) as total`;
      return undefined;
    },
  };
  if (caller) await ask(catcher, caller);
  if (!caught) throw new Error('no statement was caught');
  return { text: caught.text, values: caught.values, name: `bare_${++caughtCount}` };
}

/** The writes of a reply without reading, checking or telling anybody: message, delivery, ticket, two events. */
function replyStatements(companyId: number, ticketId: number, userId: number): Statement[] {
  return [
    sql`select id from tickets where id = ${ticketId} for update`,
    sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_id, body_html, body_text)
        values (${companyId}, ${ticketId}, ${ticketId}, 'outbound', 2, 'mail', 'user', ${userId}, '<p>The leg leaves tomorrow.</p>', 'The leg leaves tomorrow.') returning id`,
    sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients)
        values (${companyId}, currval(pg_get_serial_sequence('messages', 'id')), ${ticketId}, (select min(id) from channel_accounts where company_id = ${companyId}), '[]')`,
    sql`update tickets set view_type = 'answered', updated = now() where id = ${ticketId}`,
    sql`insert into events (company_id, entity, action, entity_id, ticket_id, actor_kind, actor_id, params)
        values (${companyId}, 'messages', 'created', 1, ${ticketId}, 'user', ${userId}, '{}'), (${companyId}, 'tickets', 'updated', ${ticketId}, ${ticketId}, 'user', ${userId}, '{}')`,
  ].map((query) => ({ text: query.text, values: query.values }));
}

async function signIn(server: string): Promise<string> {
  const response = await fetch(`${server}/v1/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email: 'olena@bench.test', password } }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function analyse(url: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** The bodies above are what a client sends; tuples lose their lengths on the way through `as const`. */
const parsed = (body: object) => structuredClone(body) as Parameters<typeof getRows>[2];
