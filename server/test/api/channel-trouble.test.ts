import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHealth } from '#domain/channel-accounts/index.ts';
import { tellNextTrouble } from '#flows/channel-trouble/run-channel-trouble.ts';
import { sql } from '#platform/sql.ts';
import { aHouse, countLetters, letterTo } from './account-letters.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { aMember } from './two-companies.ts';

let at: TestParley;
let olena: Awaited<ReturnType<typeof aPerson>>;
let shop: Company;
let ira: Awaited<ReturnType<typeof aMember>>;
let agent: Awaited<ReturnType<typeof aMember>>;
let rita: Awaited<ReturnType<typeof aPerson>>;
beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at, 'Olena');
  shop = await aCompany(olena.api);
  ira = await aMember(at, shop, 3, 'Ira');
  await ira.api.call('settings/change', { language: 'ua' });
  agent = await aMember(at, shop, 1, 'Andriy');
  rita = await aPerson(at, 'Rita', 'rita@fjordvik.test');
  await aCompany(rita.api, 'Fjordvik', 'FJ');
});
afterAll(() => at?.close());

const inState = (id: number, state: 'ok' | 'action_needed', key: string | null = null) =>
  at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    noteHealth(tx, {
      ...{ companyId: shop.companyId, entity: 'mailboxes', accountId: id },
      ...{ state, key, details: null, nextTryAt: null },
    }),
  );
const later = (minutes: number) =>
  at.db.transaction('system', (tx) =>
    tx.run(
      sql`update channel_accounts set health_since = health_since - make_interval(mins => ${minutes}), trouble_told_at = trouble_told_at - make_interval(mins => ${minutes})`,
    ),
  );
/** As the worker looks; how many were told of. */
async function look(): Promise<number> {
  let told = 0;
  while (await tellNextTrouble(at.db, aHouse(at))) told++;
  return told;
}
const lettersOf = async () => Promise.all([olena, ira, agent, rita].map((one) => countLetters(at, one.email)));

test('a mailbox that has needed somebody for ten minutes is told to whoever administers its company, once', async () => {
  const before = await lettersOf();
  const added = async () => (await lettersOf()).map((n, i) => n - (before[i] ?? 0));
  await inState(shop.mailboxId, 'action_needed', 'wrong_password');
  await later(9);
  expect(await look(), 'whoever is typing the password sees it').toBe(0);
  await later(2);
  expect(await look()).toBe(1);
  expect(await added(), 'owner and administrator, no agent, nobody elsewhere').toEqual([1, 1, 0, 0]);
  const letter = await letterTo(at, olena.email);
  expect(letter.subject).toBe('support@lumenoak.test needs you');
  expect(letter.text).toContain(`/v1/mailboxes/${shop.mailboxId}/edit`);
  expect((await letterTo(at, ira.email)).subject).toBe('support@lumenoak.test потребує вашої уваги');
  await later(3 * 24 * 60);
  expect(await look(), 'as long as it goes on').toBe(0);

  await inState(shop.mailboxId, 'ok');
  await inState(shop.mailboxId, 'action_needed', 'wrong_password');
  await later(11);
  expect(await look(), 'another one, days later').toBe(1);
  await inState(shop.mailboxId, 'ok');
  await inState(shop.mailboxId, 'action_needed', 'sign_in_refused');
  await later(11);
  expect(await look(), 'what breaks again and again').toBe(0);
  expect(await added()).toEqual([2, 2, 0, 0]);
});

test('a mailbox that is disabled or mended in time, and a company that is suspended, are no trouble', async () => {
  const made = await olena.api.post('mailboxes-new/create', {
    data: [aMailbox({ company_id: shop.companyId, product_id: shop.productId, from_email: 'sales@lumenoak.test' })],
  });
  const id = rowId(made, 'mailboxes');
  await inState(id, 'action_needed', 'wrong_password');
  await inState(id, 'ok');
  await later(60);
  expect(await look()).toBe(0);
  await inState(id, 'action_needed', 'wrong_password');
  expect((await olena.api.post('mailboxes/delete', byId(id))).status).toBe(200);
  await later(60);
  expect(await look()).toBe(0);
  await olena.api.post('mailboxes/restore', byId(id));
  await inState(id, 'action_needed', 'wrong_password');
  await later(60);
  const system = (query: Parameters<TestParley['db']['read']>[1]) => at.db.transaction('system', (tx) => tx.run(query));
  await system(
    sql`insert into company_suspensions (company_id, reason, contact) values (${shop.companyId}, 'Not paid.', 'ops@parley.test')`,
  );
  expect(await look()).toBe(0);
  await system(sql`delete from company_suspensions where company_id = ${shop.companyId}`);
  expect(await look()).toBe(1);
});
