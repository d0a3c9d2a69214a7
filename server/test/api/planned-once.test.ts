import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellEvents } from '#domain/audit/index.ts';
import { readDueWords } from '#domain/search/index.ts';
import { readNews, readPlace } from '#flows/notifications/news-queries.ts';
import { connectDatabase, type Database } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { latestBookmark, readEra, readEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';

let at: TestParley;
let db: Database;
beforeAll(async () => {
  at = await aParley();
  // Databases of tests plan everything once; this one as those that people are served by.
  const asServed = `${at.databaseUrl}&options=${encodeURIComponent('-c plan_cache_mode=auto')}`;
  db = connectDatabase({ connectionString: asServed }, { connectionsMax: 1 });
  const { api } = await aPerson(at, 'Solomiia Tkach');
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  // Years of work: in tables of hardly any rows every plan is as good.
  const owner = await connectClient({ connectionString: at.databaseUrl });
  await owner.query(`
    set parley.scope = 'system';
    insert into events (company_id, entity, action, entity_id, actor_kind, params) select ${company.companyId}, 'nothing', 'created', n, 'system', '{}' from generate_series(1, 10000) n;
    insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind)
      select ${company.companyId}, ${ticketId}, ${ticketId}, 'outbound', 2, 'mail', 'user' from generate_series(1, 5000) n;
    analyze`);
  await owner.end();
  while ((await tellEvents(db, at.secrets)) > 0);
});
afterAll(async () => {
  await db?.close();
  await at?.close();
});

test.each([
  ['the log of what happened', async () => readEvents(db, await latestBookmark(db, await readEra(db)), { limit: 500 })],
  ['what people are told of', async () => readNews(db, await readPlace(db))],
  ['what the audit trail is told', () => tellEvents(db, at.secrets)],
  ['the words of what was written', () => readDueWords(db)],
])('%s is read all day by plans that are kept', async (_what, read) => {
  expect(await db.read('system', sql`show plan_cache_mode`)).toEqual([{ plan_cache_mode: 'auto' }]);
  const { api } = await aPerson(at, randomUUID());
  const company = await aCompany(api);
  for (let n = 0; n < 12; n++) {
    await aTicket(at, company);
    await read();
  }
  // PostgreSQL plans each statement for its values alone five times, and goes on with it where a plan for all looks dearer.
  const planned = await db.read<{ statement: string; times: number }>(
    'system',
    sql`select statement, custom_plans as times from pg_prepared_statements where custom_plans + generic_plans >= 12`,
  );
  expect(planned.length).toBeGreaterThan(0);
  expect(planned.filter((one) => one.times > 5)).toEqual([]);
});
