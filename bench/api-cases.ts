import { customersTable } from '#domain/customers/index.ts';
import { messagesTable } from '#domain/messages/index.ts';
import { ticketsTable } from '#domain/tickets/index.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { replyStatements } from './bare-writes.ts';
import type { BenchGround } from './bench-ground.ts';
import { barePage, bareWrites, type CallCase, seedPeople } from './open-cases.ts';
import { seedCustomers } from './seed-customers.ts';
import { seedTickets } from './seed-tickets.ts';

/** Many more than a company of its size would know: what a list costs when it is long. */
const customersOfOne = 100_000;

/** Companies full of tickets, and an agent of the middle one. */
export async function seedApi(
  { db, postgres }: BenchGround,
  size: { companies: number; tickets: number },
): Promise<void> {
  await seedTickets(db, size);
  const companyId = Math.ceil(size.companies / 2);
  await seedPeople(db, { companyId });
  await seedCustomers(db, companyId, customersOfOne);
  // As the owner: PostgreSQL passes over the tables of others, and then plans by guessing.
  const client = await connectClient(postgres.connection);
  await client.query('vacuum analyze');
  await client.end();
}

export async function apiCases({ db }: BenchGround): Promise<CallCase[]> {
  const { userId, companyId, newest } = await findAgent(db);
  const list = listBody(companyId);
  const open = openBody(newest[0] ?? 0);
  return [
    { name: 'ticket list', call: 'tickets/get', body: list, bare: await barePage(db, userId, ticketsTable, list) },
    { name: 'open ticket', call: 'messages/get', body: open, bare: await barePage(db, userId, messagesTable, open) },
    {
      name: 'customer list',
      call: 'customers/get',
      body: customers,
      bare: await barePage(db, userId, customersTable, customers),
    },
    {
      ...{ name: 'reply', call: 'tickets/reply', body: replyBody, tickets: newest },
      isLimited: true,
      bare: bareWrites(replyStatements(companyId, userId)),
    },
  ];
}

/** So many that none of them grows to a thread as hardly any ticket has. */
const answered = 10_000;

/** The agent, and the newest tickets of their company. */
export async function findAgent(db: BenchGround['db']) {
  const [agent] = await db.read<{ user_id: number; company_id: number }>(
    'system',
    sql`select user_id, company_id from roles order by user_id limit 1`,
  );
  if (!agent) throw new Error('nobody was seeded');
  const rows = await db.read<{ id: number }>(
    'system',
    sql`select id from tickets where company_id = ${agent.company_id} order by updated desc limit ${answered}`,
  );
  return { userId: agent.user_id, companyId: agent.company_id, newest: rows.map((row) => row.id) };
}

export const listBody = (companyId: number, [from, to]: readonly [number, number] = [0, 25]) => ({
  sort: [['updated', 'desc']],
  range: [from, to],
  filter: {
    conditions: [
      ['company_id', '=', companyId],
      ['view_type', '=', ''],
      ['is_deleted', '=', 0],
      ['is_spam', '=', 0],
    ],
  },
});
export const openBody = (ticketId: number) => ({
  filter: { conditions: [['ticket_id', '=', ticketId]] },
  sort: [['id', 'asc']],
});
const customers = { sort: [['updated', 'desc']], range: [0, 25], filter: { conditions: [['is_deleted', '=', 0]] } };
export const replyBody = {
  data: {
    ticket_id: '{ticket}',
    client_id: '{uuid}',
    body_html: '<p>The leg leaves tomorrow.</p>',
    to: [{ address: 'c1@c.test' }],
  },
};
