import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InstallationHealth, readHealth } from '#contract/installation-health.ts';
import { sql } from '#platform/sql.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson } from './people.ts';
import { type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let operator: Awaited<ReturnType<typeof aPerson>>;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  operator = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
  [ours, theirs] = await twoShops(at);
});
afterAll(() => at?.close());

const health = async (): Promise<InstallationHealth> =>
  readHealth.answer.parse((await operator.api.call('installation/health')).body.data);
const queueOf = async (name: string) => (await health()).queues.find((one) => one.name === name);
const owes = (shop: Shop, state: string, minutesAgo: number) =>
  at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients, state, due_at)
          values (${shop.companyId}, (select m.id from messages m left join deliveries d on d.message_id = m.id where m.company_id = ${shop.companyId} and d.id is null limit 1),
            ${shop.ticketId}, ${shop.mailboxId}, '[]', ${state}, now() - make_interval(mins => ${minutesAgo}))`,
    ),
  );

test('A10 how the installation does is told to operators: what waits, since when it is late, what failed, and nothing that companies hold', async () => {
  await at.db.transaction('system', (tx) => tx.run(sql`delete from deliveries`));
  expect(await queueOf('deliveries')).toEqual({ name: 'deliveries', waiting: 0, late_seconds: null, failed: 0 });
  await owes(ours, 'queued', -60);
  expect(await queueOf('deliveries'), 'what is for later is not late').toMatchObject({
    waiting: 1,
    late_seconds: null,
  });
  await owes(theirs, 'queued', 10);
  const late = (await queueOf('deliveries'))?.late_seconds ?? 0;
  expect(late).toBeGreaterThanOrEqual(600);
  expect(late).toBeLessThan(660);

  // What waits for a suspended company's return is late for nobody.
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into company_suspensions (company_id, reason, contact) values (${theirs.companyId}, 'Not paid.', 'ops@parley.test')`,
    ),
  );
  expect(await queueOf('deliveries')).toMatchObject({ waiting: 2, late_seconds: null });
  expect((await health()).suspended_companies).toBe(1);

  await at.db.transaction('system', (tx) => tx.run(sql`update deliveries set state = 'failed', due_at = now()`));
  expect(await queueOf('deliveries')).toMatchObject({ waiting: 0, failed: 2 });
  await at.db.transaction('system', (tx) => tx.run(sql`update deliveries set due_at = now() - interval '2 days'`));
  expect(await queueOf('deliveries'), 'what failed the day before yesterday').toMatchObject({ failed: 0 });

  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update channel_accounts set health_state = 'action_needed', health_key = 'sign_in_refused', health_details = ${ours.canary},
            lease_owner = 'worker one', lease_until = now() + interval '1 minute' where id = ${ours.mailboxId}`,
    ),
  );
  const told = await health();
  expect(told.connections).toContainEqual({
    ...{ kind: 'mailbox', state: 'action_needed', key: 'sign_in_refused', count: 1 },
  });
  expect(told.workers).toMatchObject({ alive: 1, mailboxes_held: 1 });
  expect(told.database.bytes).toBeGreaterThan(1_000_000);
  expect(told.database.connections).toBeGreaterThan(0);
  expect(told.disk?.free).toBeGreaterThan(0);
  expect(told.process).toMatchObject({ role: 'web', node: process.versions.node });
  for (const { canary } of [ours, theirs]) expect(JSON.stringify(told)).not.toContain(canary);
  expect((await ours.owner.call('installation/health')).status).toBe(403);
});
