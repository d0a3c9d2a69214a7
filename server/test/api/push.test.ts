import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushMessage } from '#contract/push.ts';
import { type ClaimedPush, settlePush } from '#flows/notifications/push-queries.ts';
import { sql } from '#platform/sql.ts';
import { type PushService, type SubscribedBrowser, startPushService } from '#test/rigs/push-service-rig.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { password } from './people.ts';
import { tellTrail } from './tell-trail.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

let service: PushService;
let at: TestParley;
let ours: Shop;
let theirs: Shop;
beforeAll(async () => {
  service = await startPushService();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), service.ca]);
  at = await aParley({ role: 'all' });
  [ours, theirs] = await twoShops(at);
});
afterAll(async () => {
  await at?.close();
  await service?.stop();
});

/** A browser of this person that hears from now on. */
async function hearing(api: ApiClient): Promise<SubscribedBrowser & { id: number }> {
  const key = (await api.call('push/devices')).body.data.public_key as string;
  const browser = service.subscribes(key);
  const answer = await api.call('push/subscribe', { endpoint: browser.endpoint, keys: browser.keys });
  expect(answer.status, answer.text).toBe(200);
  const [device] = (await api.call('push/devices')).body.data.devices as { id: number; is_current: boolean }[];
  expect(device?.is_current).toBe(true);
  return Object.assign(browser, { id: device?.id ?? 0 });
}

const assign = (ticketId: number, to: number | null, by = ours.owner) =>
  by.post('tickets/update', { data: { assignee_id: to }, filter: { conditions: [['id', '=', ticketId]] } });
const reached = (browser: SubscribedBrowser, times = 1) =>
  waitUntil(
    () => browser.received.length >= times && browser.received.map((one) => pushMessage.parse(JSON.parse(one.text))),
    {
      what: `${times} messages at a browser`,
    },
  );
const devicesOf = async (api: ApiClient) =>
  ((await api.call('push/devices')).body.data.devices as { id: number }[]).map((one) => one.id);
type Owed = { state: string; attempts: number; error: string | null; waits: number };
const owedTo = (deviceId: number) =>
  at.db.read<Owed>(
    'system',
    sql`select state, attempts, error, extract(epoch from due_at - now())::float8 as waits from pushes where device_id = ${deviceId} order by id`,
  );
const dueNow = async () => {
  await at.db.transaction('system', (tx) => tx.run(sql`update pushes set due_at = now() where state = 'queued'`));
  at.wake.nudge('pushes');
};
const settled = async (deviceId: number, state: string) =>
  waitUntil(async () => (await owedTo(deviceId)).every((one) => one.state === state) && owedTo(deviceId), {
    what: `pushes to be ${state}`,
  });

test('an hour without a network takes nobody’s device away; a browser that is silent for weeks is gone', async () => {
  const ira = await aMember(at, ours, 1, 'Ira without network');
  const phone = await hearing(ira.api);
  const fails = async (times: number) => {
    for (let i = 0; i < times; i++)
      await at.db.transaction('system', async (tx) => {
        const push = await tx.row<ClaimedPush>(
          sql`insert into pushes (device_id, attempts, due_at) values (${phone.id}, 1, now() + interval '1 hour')
              returning id, device_id, notification_id, attempts, added`,
        );
        if (push) await settlePush(tx, push, { is: 'later', when: new Date(Date.now() + 3_600_000), why: 'silence' });
      });
  };
  await fails(30);
  expect(await devicesOf(ira.api)).toEqual([phone.id]);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update push_devices set added = now() - interval '8 days', last_used = now() - interval '8 days' where id = ${phone.id}`,
    ),
  );
  await fails(1);
  expect(await devicesOf(ira.api)).toEqual([]);
});

test('Ira, who is away, reads on her phone who wrote and what; only her phone can', async () => {
  const ira = await aMember(at, ours, 1, 'Ira');
  const phone = await hearing(ira.api);
  const { ticketId } = await aTicket(at, ours, { subject: 'A cracked leg', from: 'Hanna' });
  await assign(ticketId, ira.id);
  await reached(phone);
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Hanna', text: 'It broke\n\n again.' });
  const [assigned, replied] = await reached(phone, 2);
  expect(assigned?.title).toMatch(/^Owner lumenoak assigned LO-\d+ to you$/);
  expect(replied).toMatchObject({ body: 'A cracked leg\nIt broke again.', path: `/v1/tickets/${ticketId}` });
  expect(replied?.title).toMatch(/^Hanna replied in LO-\d+$/);
  const [first] = phone.received;
  expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400', topic: `ticket-${ticketId}` });
  // Who runs this installation can be asked; nothing of the company or the person.
  expect(first?.subject).toMatch(/^mailto:/);
  const [device] = (await ira.api.call('push/devices')).body.data.devices;
  expect(device).toMatchObject({ id: phone.id, is_current: true, kind: 'other' });
});

test('A52 the private key and what a device is reached with are of no use to who reads the database', async () => {
  const browser = await hearing(ours.owner);
  const rows = await at.db.read<{ row: string }>(
    'system',
    sql`select to_jsonb(k)::text as row from push_keys k union all select to_jsonb(d)::text from push_devices d`,
  );
  expect(rows.map((one) => one.row).join()).toContain(browser.endpoint);
  expect(rows[0]?.row).toMatch(/"private_key": "v1\./);
  expect(rows.map((one) => one.row).join()).not.toContain(browser.keys.auth);
  await ours.owner.call('push/unsubscribe', { id: browser.id });
});

test('words stay at home when the person says so, when their company says so, and when it is closed from outside', async () => {
  const max = await aMember(at, ours, 1, 'Max');
  const phone = await hearing(max.api);
  const { ticketId } = await aTicket(at, ours, { subject: 'Secret garden', from: 'Hanna' });
  const company = (data: object) =>
    ours.owner.post('companies/update', { data, filter: { conditions: [['id', '=', ours.companyId]] } });
  const bare = /^LO-\d+ was assigned to you$/;

  await max.api.call('settings/change', { push_preview: 0 });
  await assign(ticketId, max.id);
  expect((await reached(phone, 1))[0]).toMatchObject({ title: expect.stringMatching(bare), body: '' });

  await max.api.call('settings/change', { push_preview: 1, language: 'ua' });
  expect((await company({ push_preview: 0 })).status).toBe(200);
  await assign(ticketId, null);
  await assign(ticketId, max.id);
  expect((await reached(phone, 2))[1]).toMatchObject({
    title: expect.stringMatching(/^Звернення LO-\d+ призначено вам$/),
  });

  const lists = { ipsList: '127.0.0.1', subnets: '127.0.0.0/8', restrict_remote_access: 1 };
  expect((await company({ push_preview: 1, ...lists })).status).toBe(200);
  await assign(ticketId, null);
  await assign(ticketId, max.id);
  expect((await reached(phone, 3))[2]).toMatchObject({ body: 'У ваших зверненнях щось нове.', path: '/v1/tickets' });
  await company({ restrict_remote_access: 0 });
  expect(phone.received.map((one) => one.text).join()).not.toMatch(/Secret|Hanna|Owner/);
});

test('A9 who is taken out of a company before a push is sent hears nothing of it', async () => {
  const vira = await aMember(at, ours, 1, 'Vira');
  const phone = await hearing(vira.api);
  phone.answers = { status: 503 };
  const { ticketId } = await aTicket(at, ours, { subject: 'Not hers for long' });
  await assign(ticketId, vira.id);
  await waitUntil(() => phone.asked === 1, { what: 'a first try' });
  await assign(ticketId, null);
  await ours.owner.call('users/remove', { id: vira.id, company_id: ours.companyId });
  phone.answers = undefined;
  await dueNow();
  await settled(phone.id, 'dropped');
  expect(phone.received).toEqual([]);
});

test('A9 a session that ends takes its device along; the same person signing in there goes on, anybody else does not', async () => {
  const lea = await aMember(at, ours, 1, 'Lea');
  const phone = await hearing(lea.api);
  await lea.api.call('auth/logout');
  await lea.api.call('auth/login', { email: lea.email, password });
  expect(await devicesOf(lea.api)).toEqual([]);
  const { ticketId } = await aTicket(at, ours, { subject: 'While she was out' });
  await assign(ticketId, lea.id);
  await waitUntil(
    async () => (await at.db.read('system', sql`select from notifications where user_id = ${lea.id}`)).length === 1,
    { what: 'a notification' },
  );
  expect(await owedTo(phone.id)).toEqual([]);

  const { endpoint } = phone;
  expect((await theirs.owner.call('push/resume', { endpoint })).body.data).toEqual({ is_on: false });
  expect((await lea.api.call('push/resume', { endpoint })).body.data).toEqual({ is_on: true });
  expect(await devicesOf(lea.api)).toEqual([phone.id]);
  await lea.api.call('push/try', { id: phone.id });
  expect((await reached(phone))[0]).toMatchObject({ title: 'It works', path: '/v1/settings#notifications' });

  // Taken off the list, it stays off.
  await lea.api.call('push/unsubscribe', { id: phone.id });
  expect((await lea.api.call('push/resume', { endpoint })).body.data).toEqual({ is_on: false });
  // Where sessions end because the password changed, so do pushes.
  const tablet = await hearing(lea.api);
  const elsewhere = at.stranger();
  await elsewhere.call('auth/login', { email: lea.email, password });
  await elsewhere.call('sessions/end-others');
  expect(await devicesOf(elsewhere)).toEqual([]);
  await elsewhere.call('push/try', { id: tablet.id });
  expect(tablet.asked).toBe(0);
});

test('somebody else on the same browser takes it over; who merely knows its address does not', async () => {
  const [ada, bo] = [await aMember(at, ours, 1, 'Ada'), await aMember(at, ours, 1, 'Bo')];
  const shared = await hearing(ada.api);
  const { endpoint, keys } = shared;
  const forged = { p256dh: service.subscribes('').keys.p256dh, auth: keys.auth };
  expect((await theirs.owner.call('push/subscribe', { endpoint, keys: forged })).status).toBe(404);
  expect(await devicesOf(ada.api)).toEqual([shared.id]);
  expect((await bo.api.call('push/subscribe', { endpoint, keys })).status).toBe(200);
  expect(await devicesOf(ada.api)).toEqual([]);
  expect((await ada.api.call('push/try', { id: shared.id })).status).toBe(404);
  // A browser that renews itself is believed only for what it had.
  const next = service.subscribes('');
  const renewed = { endpoint: next.endpoint, keys: next.keys };
  expect((await ada.api.call('push/subscribe', { ...renewed, replaces: endpoint })).status).toBe(404);
  expect((await bo.api.call('push/subscribe', { ...renewed, replaces: endpoint })).status).toBe(200);
  const [device = 0, ...others] = await devicesOf(bo.api);
  expect(others).toEqual([]);
  await bo.api.call('push/unsubscribe', { id: device });

  // A54: who turned it on and off stands in the trail; a browser that renews itself did neither.
  await tellTrail(at);
  const told = async (action: string) => {
    const { body } = await ours.owner.call('audit/list', { company_id: ours.companyId, action });
    const entries = body.data.entries as { entity_id: number; actor_id: number }[];
    return entries.filter((one) => [ada.id, bo.id].includes(one.entity_id)).map((one) => [one.entity_id, one.actor_id]);
  };
  expect(await told('push_on')).toEqual([
    [bo.id, bo.id],
    [ada.id, ada.id],
  ]);
  expect(await told('push_off')).toEqual([
    [bo.id, bo.id],
    [ada.id, bo.id],
  ]);
});

test('a browser that is gone is forgotten; a busy push service is asked again when it says; a refusal is not repeated', async () => {
  const oskar = await aMember(at, ours, 1, 'Oskar');
  const phone = await hearing(oskar.api);
  const tryIt = () => oskar.api.call('push/try', { id: phone.id });

  phone.answers = { status: 429, headers: { 'retry-after': '120' } };
  await tryIt();
  await waitUntil(async () => (await owedTo(phone.id))[0]?.error, { what: 'the answer to be noted' });
  const [busy] = await owedTo(phone.id);
  expect(busy).toMatchObject({ state: 'queued', attempts: 1, error: 'the push service answered 429' });
  expect(busy?.waits).toBeGreaterThan(100);

  phone.answers = { status: 500 };
  await dueNow();
  await waitUntil(async () => (await owedTo(phone.id))[0]?.error?.endsWith('500'), { what: 'the second answer' });
  const [failed] = await owedTo(phone.id);
  expect([failed?.attempts, Math.round((failed?.waits ?? 0) / 20)]).toEqual([2, 3]);

  phone.answers = undefined;
  await dueNow();
  await reached(phone);
  expect((await settled(phone.id, 'sent'))[0]?.attempts).toBe(3);

  phone.answers = { status: 403 };
  await tryIt();
  await waitUntil(async () => (await owedTo(phone.id))[1]?.state === 'failed', { what: 'a refusal' });
  expect(phone.asked).toBe(4);

  phone.answers = { status: 410 };
  await tryIt();
  await waitUntil(async () => (await devicesOf(oskar.api)).length === 0, { what: 'the browser to be forgotten' });
});

test('who touches the desk sees it there: pushed is what happens to who has left, or what the desk does not show', async () => {
  const zoe = await aMember(at, ours, 1, 'Zoe');
  const phone = await hearing(zoe.api);
  await zoe.api.call('notifications/at-desk');
  const { ticketId } = await aTicket(at, ours, { subject: 'On the desk' });
  await assign(ticketId, zoe.id);
  const owed = await waitUntil(async () => (await owedTo(phone.id))[0], { what: 'a push that waits' });
  expect(owed.waits).toBeGreaterThan(50);
  expect(owed.waits).toBeLessThanOrEqual(60);
  // She is still there a little later.
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update sessions set active_at = now() + interval '1 second' where user_id = ${zoe.id}`),
  );
  await dueNow();
  expect((await settled(phone.id, 'dropped'))[0]?.error).toBe('seen on the desk');

  await zoe.api.call('settings/change', { notifications: { customer_replied: { in_app: 0 } } });
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Hanna' });
  await reached(phone);
});

test('in quiet hours nothing is pushed, and later nothing of it either', async () => {
  const noor = await aMember(at, ours, 1, 'Noor');
  const phone = await hearing(noor.api);
  const utc = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  await noor.api.call('settings/change', {
    time_zone: 'Etc/UTC',
    quiet_hours: { is_on: 1, from: utc(-30), to: utc(30) },
  });
  const { ticketId } = await aTicket(at, ours, { subject: 'At night' });
  await assign(ticketId, noor.id);
  await waitUntil(
    async () => (await at.db.read('system', sql`select from notifications where user_id = ${noor.id}`)).length === 1,
    { what: 'a notification' },
  );
  expect(await owedTo(phone.id)).toEqual([]);
});

test('what was to be pushed a moment before it became quiet is not', async () => {
  const mira = await aMember(at, ours, 1, 'Mira');
  const phone = await hearing(mira.api);
  await mira.api.call('notifications/at-desk');
  const { ticketId } = await aTicket(at, ours, { subject: 'At dusk' });
  await assign(ticketId, mira.id);
  await waitUntil(async () => (await owedTo(phone.id))[0], { what: 'a push that waits' });
  const utc = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  const quiet_hours = { is_on: 1, from: utc(-1), to: utc(30) };
  await mira.api.call('settings/change', { time_zone: 'Etc/UTC', quiet_hours });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update sessions set active_at = now() - interval '1 hour' where user_id = ${mira.id}`),
  );
  await dueNow();
  expect((await settled(phone.id, 'dropped'))[0]?.error).toBe('it is quiet there');
  // A trial is wanted now.
  expect((await mira.api.call('push/try', { id: phone.id })).status).toBe(200);
  await reached(phone);
});

test('what was to be pushed of a product a moment before it was muted is not', async () => {
  const dina = await aMember(at, ours, 1, 'Dina');
  const phone = await hearing(dina.api);
  await dina.api.call('settings/change', { notifications: { assigned: { push: 0 }, customer_replied: { push: 1 } } });
  await dina.api.call('notifications/at-desk');
  const { ticketId } = await aTicket(at, ours, { subject: 'A loud shelf' });
  await assign(ticketId, dina.id);
  await aLetterOn(at, ours, ticketId, { subject: 'Re', from: 'Hanna' });
  await waitUntil(async () => (await owedTo(phone.id))[0], { what: 'a push that waits' });
  await dina.api.call('settings/change', { muted_products: [ours.productId] });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update sessions set active_at = now() - interval '1 hour' where user_id = ${dina.id}`),
  );
  await dueNow();
  expect((await settled(phone.id, 'dropped'))[0]?.error).toBe('not wanted any more');
  expect(phone.received).toEqual([]);
});

test('an hour brings sixty pushes to a person at most, and ten devices', async () => {
  const sam = await aMember(at, ours, 1, 'Sam');
  const phone = await hearing(sam.api);
  const { ticketId } = await aTicket(at, ours, { subject: 'Boils over' });
  const ids = [ticketId, (await aTicket(at, ours)).ticketId, (await aTicket(at, ours)).ticketId];
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`with told as (insert into notifications (company_id, user_id, kind, ticket_id) select ${ours.companyId}, ${sam.id}, 'noted', ${ticketId} from generate_series(1, 58) returning id)
          insert into pushes (device_id, notification_id, state) select ${phone.id}, id, 'sent' from told`,
    );
  });
  expect((await ours.owner.call('tickets/assign', { ids, assignee_id: sam.id })).status).toBe(200);
  await waitUntil(
    async () => (await at.db.read('system', sql`select from notifications where user_id = ${sam.id}`)).length === 61,
    { what: 'the 61st notification' },
  );
  expect(await owedTo(phone.id)).toHaveLength(60);

  const many: ApiClient[] = [];
  for (let i = 0; i < 11; i++) {
    const api = at.stranger();
    await api.call('auth/login', { email: sam.email, password });
    const browser = service.subscribes('');
    expect((await api.call('push/subscribe', { endpoint: browser.endpoint, keys: browser.keys })).status).toBe(200);
    many.push(api);
  }
  expect(await devicesOf(sam.api)).toHaveLength(10);
});

test('A32 an endpoint leads to the internet by https, or nowhere', async () => {
  const { keys } = service.subscribes('');
  const refused = async (endpoint: string) => {
    const { status, body } = await ours.owner.call('push/subscribe', { endpoint, keys });
    return [endpoint, status, body.errors?.[0]?.field];
  };
  for (const endpoint of [
    // Networks that are allowed are no place for mail servers to be spoken to by HTTP.
    ...['https://127.0.0.1:25/x', 'https://127.0.0.1:993/x', 'https://nobody-inside/x'],
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.7/send/x',
    'https://[::1]/send/x',
    'https://[::ffff:10.0.0.7]/send/x',
    'https://167772167/send/x',
    'https://0xa.7/send/x',
    'https://user:word@push.example/send/x',
    'https://8.8.8.8:8443/send/x',
    'https://nowhere.invalid/send/x',
    'http://push.example/send/x',
    'file:///etc/passwd',
    `https://push.example/${'x'.repeat(1000)}`,
  ])
    expect(await refused(endpoint)).toEqual([endpoint, 422, 'data.endpoint']);
  for (const wrong of [
    { p256dh: 'A'.repeat(87), auth: keys.auth },
    { p256dh: keys.p256dh, auth: 'short' },
  ])
    expect((await ours.owner.call('push/subscribe', { endpoint: `${service.url}/send/x`, keys: wrong })).status).toBe(
      422,
    );
});

test('A1 nobody touches the device of somebody else', async () => {
  const kim = await aMember(at, ours, 1, 'Kim');
  const phone = await hearing(kim.api);
  for (const other of [ours.owner, theirs.owner]) {
    expect(await devicesOf(other)).not.toContain(phone.id);
    expect((await other.call('push/unsubscribe', { id: phone.id })).status).toBe(404);
    expect((await other.call('push/try', { id: phone.id })).status).toBe(404);
  }
  expect(await devicesOf(kim.api)).toEqual([phone.id]);
});
