import path from 'node:path';
import { createConfirmedPerson } from '#domain/accounts/index.ts';
import { customersTable } from '#domain/customers/index.ts';
import { messagesTable } from '#domain/messages/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { ticketsTable } from '#domain/tickets/index.ts';
import type { Database, Query } from '#platform/database.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { sql } from '#platform/sql.ts';
import { type BenchGround, password } from './bench-ground.ts';
import type { Load } from './load.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedTickets } from './seed-tickets.ts';

export type Statement = { text: string; values: readonly unknown[]; name?: string };
type Asked = Pick<Load, 'url' | 'body' | 'cookie' | 'tickets'>;

/** One call, as Parley is asked it and as the bare server is. */
export type ApiCase = {
  readonly name: 'ticket list' | 'open ticket' | 'customer list' | 'reply';
  readonly ours: Asked;
  readonly bare: Asked;
  /** The single statement behind it, for PostgreSQL's own load generator. */
  readonly statement?: Statement;
};
/** The processes that answer them. */
export type Servers = { readonly ours: number; readonly bare: number; readonly database: number };

/** Companies full of tickets, and an agent of the middle one. */
export async function seedApi({ db, url }: BenchGround, size: { companies: number; tickets: number }): Promise<void> {
  await seedTickets(db, size);
  const userId = await createConfirmedPerson(db, { name: 'Olena', email, password, language: 'en' });
  const companyId = Math.ceil(size.companies / 2);
  await db.transaction('system', (tx) =>
    tx.run(sql`insert into roles (user_id, company_id, level, name) values (${userId}, ${companyId}, 1, 'agent')`),
  );
  await seedCustomers(db, companyId, customersOfOne);
  await analyse(ownerOf(url));
}

/** Starts both servers before the same database. */
export async function openApiCases(
  ground: BenchGround,
): Promise<{ cases: ApiCase[]; owner: string; servers: Servers }> {
  const { db, url } = ground;
  const [agent] = await db.read<{ user_id: number; company_id: number }>(
    'system',
    sql`select user_id, company_id from roles`,
  );
  if (!agent) throw new Error('nobody was seeded');
  const { user_id: userId, company_id: companyId } = agent;
  const rowsOfTickets = await db.read<{ id: number }>(
    'system',
    sql`select id from tickets where company_id = ${companyId} order by updated desc limit 500`,
  );
  const answered = rowsOfTickets.map((row) => row.id);
  const bodies = bodiesFor(companyId, answered[0] ?? 0);
  const statements = {
    list: await statementOf(db, userId, (caught, caller) => getRows(caught, ticketsTable, parsed(bodies.list), caller)),
    open: await statementOf(db, userId, (caught, caller) =>
      getRows(caught, messagesTable, parsed(bodies.open), caller),
    ),
    customers: await statementOf(db, userId, (caught, caller) =>
      getRows(caught, customersTable, parsed(bodies.customers), caller),
    ),
    reply: replyStatements(companyId, -1, userId),
  };

  const { url: server, child: ourServer } = await ground.startServer({ ROLE: 'web' });
  const owner = ownerOf(url);
  const { url: bare, child: bareServer } = await ground.startProgram(
    path.join(import.meta.dirname, 'bare-server.ts'),
    { DATABASE_URL: owner, BARE_STATEMENTS: JSON.stringify(statements) },
    /(http:\S+)/,
  );
  const cookie = await signIn(server);
  const ours = (call: string, body: object) => ({
    url: `${server}/v1/api/${call}`,
    body: JSON.stringify(body),
    cookie,
  });
  return {
    owner,
    servers: { ours: ourServer.pid ?? 0, bare: bareServer.pid ?? 0, database: ground.postgres.pid },
    cases: [
      {
        name: 'ticket list',
        ours: ours('tickets/get', bodies.list),
        bare: { url: `${bare}/list`, body: '{}' },
        statement: statements.list,
      },
      {
        name: 'open ticket',
        ours: ours('messages/get', bodies.open),
        bare: { url: `${bare}/open`, body: '{}' },
        statement: statements.open,
      },
      {
        name: 'customer list',
        ours: ours('customers/get', bodies.customers),
        bare: { url: `${bare}/customers`, body: '{}' },
        statement: statements.customers,
      },
      {
        name: 'reply',
        ours: { ...ours('tickets/reply', bodies.reply), tickets: answered },
        bare: { url: `${bare}/reply`, body: '{"ticket_id":"{ticket}"}', tickets: answered },
      },
    ],
  };
}

const email = 'olena@bench.test';
/** Many more than a company of its size would know: what a list costs when it is long. */
const customersOfOne = 100_000;

const bodiesFor = (companyId: number, ticketId: number) =>
  ({
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
    customers: { sort: [['updated', 'desc']], range: [0, 25], filter: { conditions: [['is_deleted', '=', 0]] } },
    reply: {
      data: {
        ticket_id: '{ticket}',
        client_id: '{uuid}',
        body_html: '<p>The leg leaves tomorrow.</p>',
        to: [{ address: 'c1@c.test' }],
      },
    },
  }) as const;

let caughtCount = 0;
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
    async readValues(_companies, { page = sql.empty, total = sql.empty }, fill = (param: unknown) => param) {
      const { text, values } = sql`select (${page}) as page, (${total}) as total`;
      caught = { text, values: values.map(fill) };
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

/** The cookies of a browser that has signed in. */
export async function signIn(server: string): Promise<string> {
  const response = await fetch(`${server}/v1/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email, password } }),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const ownerOf = (url: string) => url.replace('parley_app', 'parley_owner');

/** As the owner: PostgreSQL passes over the tables of others, and then plans by guessing. */
async function analyse(url: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** The bodies above are what a client sends; tuples lose their lengths on the way through `as const`. */
const parsed = (body: object) => structuredClone(body) as Parameters<typeof getRows>[2];
