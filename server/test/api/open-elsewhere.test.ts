import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import {
  type Bookmark,
  latestBookmark,
  readableAfter,
  readEra,
  readEvents,
  recordEvents,
  systemActor,
} from '#platform/events.ts';
import { lookElsewhere } from '#platform/open-elsewhere.ts';
import { sql } from '#platform/sql.ts';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { aSocket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import { aParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';
import { aMember } from './two-companies.ts';

let ours: TestDatabase;
let other: TestDatabase;
let db: Database;
beforeAll(async () => {
  [ours, other] = await Promise.all([aDatabase(), aDatabase()]);
  db = connectDatabase({ connectionString: ours.url }, { connectionsMax: 4 });
});
afterAll(async () => {
  await db.close();
  await Promise.all([ours.drop(), other.drop()]);
});

/** Somebody who has begun to write and does not end, in this database or in another one of the cluster. */
async function aLongTransaction(of: TestDatabase) {
  const client = await connectClient({ connectionString: of.url });
  await client.query(`begin; set local parley.scope = 'system'`);
  const { rows } = await client.query('select pg_current_xact_id()::text as id');
  return {
    id: String(rows[0].id),
    record: (entity: string) =>
      client.query(`insert into events (entity, action, actor_kind, params) values ($1, 'created', 'system', '{}')`, [
        entity,
      ]),
    async end() {
      await client.query('commit');
      await client.end();
    },
  };
}

const happens = (entity: string) =>
  db.transaction('system', (tx) =>
    recordEvents(tx, [{ companyId: null, entity, action: 'created', entityId: null, actor: systemActor }]),
  );
const since = async (at: Bookmark) => (await readEvents(db, at, { limit: 100 })).map((event) => event.entity);
const now = async () => latestBookmark(db, await readEra(db));
/** Tests beside this one have transactions of their own in the cluster: what they are about is soon done, or known to be elsewhere. */
const toBeRead = (at: Bookmark) =>
  expect.poll(
    async () => {
      await lookElsewhere(db);
      return since(at);
    },
    { timeout: 20_000 },
  );

test('what another database of the cluster is long about holds nothing up', async () => {
  const at = await now();
  const long = await aLongTransaction(other);
  await happens('tables');
  expect(await since(at), 'nobody knows yet where that is').toEqual([]);
  await toBeRead(at).toEqual(['tables']);

  // Whoever comes now is not told of it again.
  await expect.poll(async () => BigInt((await now()).writtenIn) > BigInt(long.id)).toBe(true);
  const later = await now();
  await happens('shelves');
  await toBeRead(later).toEqual(['shelves']);
  await long.end();
  await happens('chairs');
  await toBeRead(later).toEqual(['shelves', 'chairs']);
});

test('what this database is long about is waited for, beside what another one is', async () => {
  const at = await now();
  const elsewhere = await aLongTransaction(other);
  const long = await aLongTransaction(ours);
  await long.record('tables');
  await happens('shelves');
  for (let look = 0; look < 4; look++) {
    await lookElsewhere(db);
    expect(await since(at), 'a place in between is not taken yet').toEqual([]);
    expect(BigInt((await now()).writtenIn)).toBeLessThan(BigInt(long.id));
  }
  await long.end();
  await toBeRead(at).toEqual(['tables', 'shelves']);
  await elsewhere.end();
});

test('a transaction that reads what it has written itself does not take it for done', async () => {
  const at = await now();
  await db.transaction('system', async (tx) => {
    await recordEvents(tx, [
      { companyId: null, entity: 'tables', action: 'created', entityId: null, actor: systemActor },
    ]);
    await happens('shelves');
    expect(await tx.rows(sql`select entity from events where ${readableAfter(db, at)}`)).toEqual([]);
  });
  await toBeRead(at).toEqual(['tables', 'shelves']);
});

test('desks, bells and the audit trail go on while another database is long about something', async () => {
  const at = await aParley({ role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  try {
    const { api } = await aPerson(at, 'Solomiia Tkach');
    const company = await aCompany(api);
    const agent = await aMember(at, company, 1);
    const socket = await aSocket(at.listening, { cookie: api.cookie });
    const long = await aLongTransaction(other);
    const { ticketId } = await aTicket(at, company);
    const about = { data: { assignee_id: agent.id }, filter: { conditions: [['id', '=', ticketId]] } };
    expect((await api.post('tickets/update', about)).status).toBe(200);
    const tag = { company_id: company.companyId, name: 'Made meanwhile' };
    expect((await api.post('tags/create', { data: [tag] })).status).toBe(200);
    await socket.hears((event) => event.entity === 'tickets' && event.action === 'created');
    const soon = { timeout: 20_000 };
    await expect.poll(async () => (await agent.api.call('notifications/unread')).body.data.tickets, soon).toBe(1);
    await expect
      .poll(async () => (await api.call('audit/list', { company_id: company.companyId })).text, soon)
      .toContain('Made meanwhile');
    await socket.close();
    await long.end();
  } finally {
    await at.close();
  }
});
