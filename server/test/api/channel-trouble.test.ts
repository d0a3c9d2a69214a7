import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteHealth } from '#domain/channel-accounts/index.ts';
import { noteSending } from '#domain/mailboxes/index.ts';
import { tellNextTrouble } from '#flows/channel-trouble/run-channel-trouble.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
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

const inState = (id: number, state: 'ok' | 'degraded' | 'action_needed', key: string | null = null) =>
  at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    noteHealth(tx, {
      ...{ companyId: shop.companyId, entity: 'mailboxes', accountId: id },
      ...{ state, key, details: null, nextTryAt: null },
    }),
  );
const later = (minutes: number) =>
  at.db.transaction('system', async (tx) => {
    const ago = sql`make_interval(mins => ${minutes})`;
    await tx.run(
      sql`update channel_accounts set health_since = health_since - ${ago}, trouble_told_at = trouble_told_at - ${ago},
            added = added - ${ago}, updated = updated - ${ago}`,
    );
    await tx.run(
      sql`update mailboxes set send_error_since = send_error_since - ${ago}, send_trouble_told_at = send_trouble_told_at - ${ago},
            last_fetched_at = last_fetched_at - ${ago}`,
    );
  });
/** As the worker looks; how many were told of. */
async function look(): Promise<number> {
  let told = 0;
  while (await tellNextTrouble(at.db, aHouse(at))) told++;
  return told;
}
const system = (query: Parameters<TestParley['db']['read']>[1]) => at.db.transaction('system', (tx) => tx.run(query));
const suspend = () =>
  system(
    sql`insert into company_suspensions (company_id, reason, contact) values (${shop.companyId}, 'Not paid.', 'ops@parley.test')`,
  );
const unsuspend = () => system(sql`delete from company_suspensions where company_id = ${shop.companyId}`);
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
  // The last word of whoever was connected to it just then.
  await inState(id, 'action_needed', 'wrong_password');
  await later(60);
  expect(await look()).toBe(0);
  await olena.api.post('mailboxes/restore', byId(id));
  await inState(id, 'action_needed', 'wrong_password');
  await later(60);
  await suspend();
  expect(await look()).toBe(0);
  await unsuspend();
  expect(await look()).toBe(1);
  for (const one of [id, shop.mailboxId]) await inState(one, 'ok');
});

describe('a mailbox whose server is away', () => {
  const fetched = (id: number) => system(sql`update mailboxes set last_fetched_at = now() where id = ${id}`);
  const addOne = async (from_email: string) => {
    const made = await olena.api.post('mailboxes-new/create', {
      data: [aMailbox({ company_id: shop.companyId, product_id: shop.productId, from_email })],
    });
    return rowId(made, 'mailboxes');
  };

  test('is told when nothing came for two hours, whatever it said meanwhile, and once until it works again', async () => {
    const id = await addOne('returns@lumenoak.test');
    await fetched(id);
    await inState(id, 'degraded', 'connection_refused');
    await later(119);
    await inState(id, 'degraded', 'timed_out');
    expect(await look()).toBe(0);
    await later(2);
    const before = await lettersOf();
    expect(await look()).toBe(1);
    expect((await lettersOf()).map((n, i) => n - (before[i] ?? 0))).toEqual([1, 1, 0, 0]);
    const letter = await letterTo(at, olena.email);
    expect(letter.subject).toBe('returns@lumenoak.test cannot fetch its mail');
    expect(letter.text).toContain('For more than two hours');
    expect(letter.text).toContain(`/v1/mailboxes/${id}/edit`);
    expect((await letterTo(at, ira.email)).subject).toBe('returns@lumenoak.test не може забрати свою пошту');
    await inState(id, 'degraded', 'connection_refused');
    await later(3 * 24 * 60);
    expect(await look(), 'as long as it goes on').toBe(0);
    await fetched(id);
    await later(121);
    expect(await look(), 'another time, days later').toBe(1);
    await inState(id, 'ok');
  });

  test('is given as long after it was added or saved, and none of this is told where the inbox is read', async () => {
    const id = await addOne('news@lumenoak.test');
    await inState(id, 'degraded', 'timed_out');
    await later(119);
    expect((await olena.api.post('mailboxes/update', { data: { from_name: 'News' }, ...byId(id) })).status).toBe(200);
    await inState(id, 'degraded', 'timed_out');
    await later(119);
    expect(await look()).toBe(0);
    await fetched(id);
    await later(60);
    expect(await look(), 'only a folder beside it is missing').toBe(0);
    await inState(id, 'ok');
  });

  test('for fetching and for sending is told as one', async () => {
    const id = await addOne('both@lumenoak.test');
    await inState(id, 'degraded', 'connection_refused');
    await doesNotSend(id, 'wrong_password');
    await later(121);
    expect(await look()).toBe(1);
    expect((await letterTo(at, olena.email)).subject).toBe('both@lumenoak.test cannot fetch its mail');
    await inState(id, 'ok');
    await doesNotSend(id, null);
  });
});

const doesNotSend = (id: number, key: string | null) =>
  at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    noteSending(tx, {
      ...{ companyId: shop.companyId, mailboxId: id, isSent: key === null, pauseSeconds: 0 },
      error: key === null ? null : { key, details: '535 no\0' },
    }),
  );

describe('a mailbox that fetches and cannot send', () => {
  let id: number;
  beforeAll(async () => {
    const made = await olena.api.post('mailboxes-new/create', {
      data: [aMailbox({ company_id: shop.companyId, product_id: shop.productId, from_email: 'orders@lumenoak.test' })],
    });
    id = rowId(made, 'mailboxes');
    await inState(id, 'ok');
  });
  const newest = async (one: { email: string }) => letterTo(at, one.email);

  test('is told to whoever administers its company, once, with what helps', async () => {
    const before = await lettersOf();
    const added = async () => (await lettersOf()).map((n, i) => n - (before[i] ?? 0));
    await doesNotSend(id, 'wrong_password');
    await later(9);
    await doesNotSend(id, 'wrong_password');
    expect(await look(), 'whoever is typing the password sees it').toBe(0);
    await later(2);
    expect(await look(), 'another try in between is the same trouble').toBe(1);
    expect(await added(), 'owner and administrator, no agent, nobody elsewhere').toEqual([1, 1, 0, 0]);
    const letter = await newest(olena);
    expect(letter.subject).toBe('orders@lumenoak.test cannot send');
    expect(letter.text).toContain('enter the user name and the password for sending again');
    expect(letter.text).toContain(`/v1/mailboxes/${id}/edit`);
    expect((await newest(ira)).subject).toBe('orders@lumenoak.test не може надсилати листи');
    await later(3 * 24 * 60);
    await doesNotSend(id, 'sign_in_again');
    expect(await look(), 'as long as it goes on').toBe(0);

    await doesNotSend(id, null);
    await doesNotSend(id, 'sender_refused');
    await later(11);
    expect(await look(), 'another one, days later').toBe(1);
    expect((await newest(olena)).text).toContain('let the account send from this address');
    await doesNotSend(id, null);
    await doesNotSend(id, 'wrong_password');
    await later(11);
    expect(await look(), 'what breaks again and again').toBe(0);
    expect(await added()).toEqual([2, 2, 0, 0]);
    await later(2 * 24 * 60);
  });

  test('is given time after its settings were saved, and is believed when they are others', async () => {
    const save = async (data: object) =>
      expect((await olena.api.post('mailboxes/update', { data, ...byId(id) })).status).toBe(200);
    const told = async () =>
      (await olena.api.post('mailboxes/get', byId(id))).body.data.mailboxes[0].send_error_key as string | null;
    await doesNotSend(id, 'smtp_refused');
    await later(9);
    await save({ from_name: 'Orders' });
    await inState(id, 'ok');
    await later(9);
    expect(await look()).toBe(0);
    expect(await told()).toBe('smtp_refused');
    await save({ smtp_password: 'another-one' });
    await inState(id, 'ok');
    expect(await told()).toBe(null);
    await later(60);
    expect(await look()).toBe(0);
  });

  test('is not told of where it cannot fetch either, is disabled, or its company suspended; and is afterwards', async () => {
    await doesNotSend(id, 'wrong_password');
    await inState(id, 'action_needed', 'wrong_password');
    await later(60);
    expect(await look(), 'of the mailbox as a whole').toBe(1);
    expect((await newest(olena)).subject).toBe('orders@lumenoak.test needs you');
    await inState(id, 'ok');
    await olena.api.post('mailboxes/delete', byId(id));
    await later(60);
    expect(await look()).toBe(0);
    await olena.api.post('mailboxes/restore', byId(id));
    await inState(id, 'ok');
    await later(60);
    await suspend();
    expect(await look()).toBe(0);
    await unsuspend();
    expect(await look()).toBe(1);
    expect((await newest(olena)).subject).toBe('orders@lumenoak.test cannot send');
    await doesNotSend(id, null);
    await later(2 * 24 * 60);
  });

  test('because its server is away is told of when letters have waited for two hours', async () => {
    await doesNotSend(id, 'connection_refused');
    await later(121);
    expect(await look(), 'nothing waits').toBe(0);
    const { ticketId, messageId } = await aTicket(at, { ...shop, mailboxId: id });
    await system(
      sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients) values (${shop.companyId}, ${messageId}, ${ticketId}, ${id}, '[]')`,
    );
    expect(await look()).toBe(1);
    expect((await newest(olena)).text).toContain('letters have been waiting there to leave');
    await doesNotSend(id, null);
    await later(2 * 24 * 60);
    await doesNotSend(id, 'timed_out');
    await later(119);
    expect(await look()).toBe(0);
    await later(2);
    expect(await look()).toBe(1);
  });
});
