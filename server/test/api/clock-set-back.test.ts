import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForJob } from '#domain/jobs/index.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company } from './people.ts';

let at: TestParley;
let olena: { id: number; api: ApiClient };
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at);
  shop = await aCompany(olena.api);
});
afterAll(() => at.close());

const change = (text: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(text));
/** In how many seconds from now, and true where it has come. */
async function secondsTo(moment: Sql, from: Sql): Promise<number> {
  const [row] = await at.db.read<{ seconds: number }>(
    'system',
    sql`select extract(epoch from ${moment} - now())::float8 as seconds from ${from}`,
  );
  return row?.seconds ?? Number.NaN;
}

/** Olena has answered a letter. */
async function anAnswer(more: object = {}): Promise<number> {
  const { ticketId } = await aTicket(at, shop);
  const to = [{ address: 'hanna@lindqvist.test' }];
  const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Oak.</p>', to, cc: [], bcc: [] };
  const { body } = await olena.api.call('tickets/reply', { ...reply, attachments: [], ...more });
  return body.data?.message_id ?? ticketId;
}

const dayAhead = sql.unsafe(`now() + interval '1 day'`);
const delivery = (id: number) => secondsTo(sql`due_at`, sql`deliveries where message_id = ${id}`);

async function chores(): Promise<() => Promise<void>> {
  const loop = runHousekeeping({ ...at, files: filesInFolder(`${at.folder}/files`), log: createLog('silent') });
  return () => loop.stop();
}

test('what waits for its next attempt is due after the clock was set back by a day', async () => {
  const [fresh, tried, underWay] = [await anAnswer(), await anAnswer(), await anAnswer()];
  await change(sql`update deliveries set due_at = ${dayAhead}, copy_state = 'queued', copy_due_at = ${dayAhead}`);
  await change(sql`update deliveries set attempts = 3 where message_id = ${tried}`);
  await change(sql`update deliveries set attempts = 1, state = 'sending' where message_id = ${underWay}`);
  await anAnswer({ hold_seconds: 10 });
  await change(sql`update drafts set send_at = send_at + interval '1 day' where why = 'undo'`);
  await change(sql`update mailboxes set send_pause_until = ${dayAhead}`);
  await change(sql`update channel_accounts set lease_owner = 'one that is gone', lease_until = ${dayAhead}`);
  const { id: jobId } = await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    askForJob(tx, {
      ...{ companyId: shop.companyId, askedBy: olena.id, total: 4, input: {} },
      ...{ kind: 'csv-export', entity: 'customers', requestId: crypto.randomUUID() },
    }),
  );
  await change(sql`update jobs set due_at = ${dayAhead}`);
  await change(
    sql`insert into sign_in_failures (email, address, failures, locked_until) values ('maria@lumenoak.test', '10.0.0.1', 5, ${dayAhead})`,
  );
  await change(
    sql`insert into system_mails (to_name, to_address, subject, sealed_body, message_id, due_at)
        values ('Maria', 'maria@lumenoak.test', 'Words', 'sealed', ${crypto.randomUUID()}, ${dayAhead})`,
  );

  await change(
    sql`with device as (insert into push_devices (user_id, endpoint, p256dh, auth) values (${olena.id}, 'https://push.test/1', 'p', 'a') returning id)
        insert into pushes (device_id, due_at) select id, now() + interval '3 days' from device`,
  );
  const bot = {
    ...{ company_id: shop.companyId, product_id: shop.productId, additional: { messenger: 'telegram' } },
    ...{ settings_id: 1, auth1: '123456:abcdefghijklmnopqrstuvwxyz012345678' },
  };
  const made = await olena.api.post('integrations/create', { data: [bot] });
  expect(made.status, made.text).toBe(200);
  await change(sql`update messengers set due_at = now() + interval '3 days', lease_until = ${dayAhead}`);

  const stop = await chores();
  const isSoon: [string, () => Promise<number>, number][] = [
    ['a letter', () => delivery(fresh), 0],
    ['one that was tried', () => delivery(tried), 0],
    ['one that is under way', () => delivery(underWay), 30],
    ['a copy', () => secondsTo(sql`copy_due_at`, sql`deliveries where message_id = ${fresh}`), 60],
    ['one that could be taken back', () => secondsTo(sql`send_at`, sql`drafts where why = 'undo'`), 0],
    ['a pause', () => secondsTo(sql`max(send_pause_until)`, sql`mailboxes`), 0],
    ['a lease', () => secondsTo(sql`max(lease_until)`, sql`channel_accounts`), 20],
    ['a job', () => secondsTo(sql`due_at`, sql`jobs where id = ${jobId}`), 30],
    ['a lock', () => secondsTo(sql`max(locked_until)`, sql`sign_in_failures`), 0],
    ['a push', () => secondsTo(sql`max(due_at)`, sql`pushes`), 60],
    ['a look at a bot', () => secondsTo(sql`max(due_at)`, sql`messengers`), 0],
    ['who looks at it', () => secondsTo(sql`max(lease_until)`, sql`messengers`), 90],
    ['a letter of ours', () => secondsTo(sql`max(due_at)`, sql`system_mails where state = 'queued'`), 120],
  ];
  for (const [what, ask, seconds] of isSoon) await waitUntil(async () => (await ask()) <= seconds, { what });
  // Whoever has it in hand keeps it.
  expect(await delivery(underWay)).toBeGreaterThan(0);
  await stop();
});

test('what waits as long as it is meant to goes on waiting', async () => {
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  await anAnswer({ send_at: inThreeDays });
  const [second, late] = [await anAnswer(), await anAnswer()];
  const old = await anAnswer();
  await change(
    sql`update deliveries set attempts = 2, due_at = now() + interval '5 minutes' where message_id = ${second}`,
  );
  await change(
    sql`update deliveries set attempts = 12, due_at = now() + interval '4 hours' where message_id = ${late}`,
  );
  await change(sql`update deliveries set due_at = ${dayAhead} where message_id = ${old}`);
  const stop = await chores();
  await waitUntil(async () => (await delivery(old)) <= 0, { what: 'the chores' });
  await stop();
  expect(await delivery(second)).toBeGreaterThan(240);
  expect(await delivery(late)).toBeGreaterThan(14_000);
  expect(await secondsTo(sql`send_at`, sql`drafts where why = 'later'`)).toBeGreaterThan(2 * 86_400);
});
