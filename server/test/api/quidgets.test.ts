import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from './api-client.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let id: number;
beforeAll(async () => {
  at = await aParley({ env: { OUTBOUND_ALLOW: '127.0.0.2/32' }, limits: await neverTooMany() });
  ({ api: olena } = await aPerson(at, 'Olena', 'olena@lumenoak.test'));
  shop = await aCompany(olena);
  id = rowId(await make({}), 'quidgets');
});
afterAll(() => at?.close());

const make = (data: object, by = olena) =>
  by.post('quidgets/create', {
    data: [
      {
        ...{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen & Oak' },
        ...data,
      },
    ],
  });
const set = (data: object, by = olena) => by.post('quidgets/update', { data, ...byId(id) });
const quidget = async () => rows(await olena.post('quidgets/get', byId(id)), 'quidgets')[0];

describe('a quidget', () => {
  test('starts with good words, in the colour of its product, and knows where visitors reach us', async () => {
    const row = await quidget();
    expect(row).toMatchObject({ settings: quidgetSettings.parse({}), allowed_domains: [], calendar_id: null });
    expect(row.color).toBe(row.product.color);
    expect(row.api_url).toMatch(/^http:\/\/.+\/v1$/);
    expect(row.settings.form.offline.email).toBe('required');
  });

  test('that waited for a connection after an import is well once it is restored', async () => {
    const one = rowId(await make({ name: 'Moved chat' }), 'quidgets');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update channel_accounts set is_deleted = 1, health_state = 'connecting' where id = ${one}`),
    );
    expect((await olena.post('quidgets/restore', byId(one))).status).toBe(200);
    const healths = await at.db.read('system', sql`select health_state from channel_accounts where id = ${one}`);
    expect(healths).toEqual([{ health_state: 'ok' }]);
  });

  test('connects nothing whose health its product could tell; the worst of the others is told with its kind', async () => {
    const product = rowId(
      await olena.post('products/create', { data: [{ name: 'Bulbs', company_id: shop.companyId }] }),
      'products',
    );
    const of = { company_id: shop.companyId, product_id: product };
    const health = async () => {
      const {
        names: _n,
        phones: _p,
        health_since: _s,
        send_error_key: _e,
        ...told
      } = rows(await olena.post('products/get', byId(product)), 'products')[0].channels;
      return told;
    };
    const goes = (one: number, state: string, key: string | null) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`update channel_accounts set health_state = ${state}, health_key = ${key} where id = ${one}`),
      );
    await make({ ...of, name: 'Bulbs chat' });
    expect(await health()).toEqual({ health_kind: null, health_state: null, health_key: null });
    const bot = rowId(
      await olena.post('integrations/create', {
        data: [{ ...of, settings_id: 1, additional: { messenger: 'telegram' }, auth1: '77:AAHdqTcvCH1vGWJxfSeofSAs' }],
      }),
      'integrations',
    );
    const mailbox = rowId(
      await olena.post('mailboxes-new/create', { data: [aMailbox({ ...of, from_email: 'bulbs@lumenoak.test' })] }),
      'mailboxes',
    );
    await goes(mailbox, 'ok', null);
    await goes(bot, 'degraded', 'provider_down');
    expect(await health()).toEqual({
      ...{ health_kind: 'messenger', health_state: 'degraded', health_key: 'provider_down' },
    });
    await goes(mailbox, 'action_needed', 'wrong_password');
    expect(await health()).toEqual({
      ...{ health_kind: 'mailbox', health_state: 'action_needed', health_key: 'wrong_password' },
    });
    await goes(mailbox, 'ok', null);
    await goes(bot, 'ok', null);
    expect(await health()).toEqual({ health_kind: 'mailbox', health_state: 'ok', health_key: null });
    // That nothing leaves is no good health either.
    await goes(bot, 'degraded', 'provider_down');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update mailboxes set send_error_key = 'wrong_password' where id = ${mailbox}`),
    );
    const [{ channels }] = rows(await olena.post('products/get', byId(product)), 'products');
    expect(channels).toMatchObject({ health_kind: 'mailbox', health_state: 'ok', send_error_key: 'wrong_password' });
  });

  test('A2 keeps its settings whole, refuses what they do not have, and names the place', async () => {
    const { settings } = await quidget();
    const wrong: [object, string, string][] = [
      [{ look: { position: 'middle' } }, 'data.settings.look.position', 'invalid_value'],
      [{ look: { offset_x_px: 201 } }, 'data.settings.look.offset_x_px', 'invalid_value'],
      [{ look: { css: '*{}' } }, 'data.settings.look.css', 'unknown_field'],
      [{ texts: { en: { greeting: 'a'.repeat(81) } } }, 'data.settings.texts.en.greeting', 'too_long'],
      [{ form: { privacy_url: 'javascript:alert(1)' } }, 'data.settings.form.privacy_url', 'invalid_value'],
      [{ form: { offline: { email: 'optional' } } }, 'data.settings.form.offline.email', 'no_way_back'],
      [{ behaviour: { pages: ['shop'] } }, 'data.settings.behaviour.pages[0]', 'path_invalid'],
      [{ version: 2 }, 'data.settings.version', 'invalid_value'],
    ];
    for (const [change, field, key] of wrong) {
      const answer = await set({ settings: change });
      expect([answer.status, answer.body.errors?.[0]], answer.text).toMatchObject([422, { key, field }]);
    }
    expect((await quidget()).settings).toEqual(settings);
    await set({ settings: { form: { offline: { email: 'off', phone: 'required' } } } });
    expect((await quidget()).settings).toMatchObject({
      version: 1,
      form: { offline: { email: 'off', phone: 'required' }, online: { name: 'optional' } },
    });
  });

  test('keeps domains as browsers write them, each once, and takes no address for one', async () => {
    const typed = ['Shop.Example', 'shop.example.', '*.Крамниця.укр', 'localhost:3000'];
    await set({ allowed_domains: typed });
    expect((await quidget()).allowed_domains).toEqual([
      'shop.example',
      '*.xn--80aqejfp0c4d.xn--j1amh',
      'localhost:3000',
    ]);
    for (const wrong of ['127.0.0.1', '0x7f.1', '[::1]', '*.com', 'https://shop.example', 'shop.example/path']) {
      const answer = await set({ allowed_domains: ['shop.example', wrong] });
      expect(answer.body.errors?.[0], wrong).toMatchObject({ key: 'domain_invalid', field: 'data.allowed_domains[1]' });
    }
  });

  test('holds its calendar, and moves to another one when that is disabled', async () => {
    const calendar = async (name: string) =>
      rowId(
        await olena.post('calendars/create', {
          data: [{ company_id: shop.companyId, name, time_zone: 'Europe/Kyiv' }],
        }),
        'calendars',
      );
    const [office, nights] = [await calendar('Office'), await calendar('Nights')];
    await set({ calendar_id: office });
    const { dependents } = (await olena.post('calendars/dependents', byId(office))).body.data;
    expect(dependents).toEqual([{ name: 'quidgets', count: 1, can_move: true, must_move: true }]);
    expect((await olena.post('calendars/delete', byId(office))).status).toBe(409);
    expect((await olena.post('calendars/delete', { ...byId(office), move_to: nights })).status).toBe(200);
    expect((await quidget()).calendar_id).toBe(nights);
    const product = rowId(
      await olena.post('products/create', { data: [{ company_id: shop.companyId, name: 'Studio' }] }),
      'products',
    );
    expect((await olena.post('products/delete', byId(shop.productId))).status).toBe(409);
    await olena.post('products/delete', { ...byId(shop.productId), move_to: product });
    expect((await quidget()).product_id).toBe(product);
    await olena.post('products/restore', byId(shop.productId));
    await set({ product_id: shop.productId });
  });
});

test('the secret of its site is shown once, kept sealed, and never told again', async () => {
  const stored = async () =>
    (
      await at.db.read<{ identity_secret: string }>(
        'system',
        sql`select identity_secret from quidgets where id = ${id}`,
      )
    )[0]?.identity_secret;
  expect((await quidget()).identity_secret_since).toBeNull();
  const { secret } = (await olena.call('quidgets/rotate-secret', { id })).body.data;
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const first = await stored();
  expect(first).toMatch(/^v1\./);
  expect(first).not.toContain(secret);
  const read = await olena.post('quidgets/get', byId(id));
  expect(rows(read, 'quidgets')[0].identity_secret_since).toMatch(/^\d{4}-/);
  expect(read.text).not.toContain(secret);
  const [event] = await at.db.read<{ text: string }>(
    'system',
    sql`select detail::text as text from events where entity = 'quidgets' and entity_id = ${id} order by position desc limit 1`,
  );
  expect(event?.text).toContain('identity_secret');
  expect(event?.text).not.toContain(secret);
  const next = (await olena.call('quidgets/rotate-secret', { id })).body.data;
  expect(next.secret).not.toBe(secret);
  expect(await stored()).not.toBe(first);
  const { id: agentId, api: agent } = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, agentId, shop.companyId, 1);
  at.wake.nudge('sessions');
  expect((await agent.call('quidgets/rotate-secret', { id })).body.errors?.[0]?.key).toBe('forbidden');
});

describe('a check of the installation', () => {
  let site: Server;
  let address: string;
  let answer: (request: IncomingMessage, reply: ServerResponse) => void;
  let reached = 0;
  beforeAll(async () => {
    site = createServer((request, reply) => {
      reached++;
      answer(request, reply);
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.2', done));
    address = `http://127.0.0.2:${(site.address() as AddressInfo).port}/`;
    await set({ allowed_domains: [] });
  });
  afterAll(() => new Promise((done) => site.close(done)));

  const check = (url = address, by = olena) => by.call('quidgets/check-installation', { id, url });
  const page = (html: string, headers: Record<string, string> = {}) => {
    answer = (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
  };
  const found = async (url?: string) =>
    (await check(url)).body.data.findings.map((one: { key: string; values: object }) => [one.key, one.values]);
  const embedded = async () => {
    const { name, api_url } = await quidget();
    return { id, name, api_url };
  };

  test('finds the snippet however it was put in, and tells it from others', async () => {
    const here = await embedded();
    page(`<head>${snippetOf(here, 'html')}</head>`);
    expect(await found()).toEqual([['installed', {}]]);
    page(`<body>${snippetOf(here, 'tag_manager')}</body>`);
    expect(await found()).toEqual([['installed_by_script', {}]]);
    page(`${snippetOf(here, 'html')}${snippetOf(here, 'tag_manager')}`);
    expect(await found()).toEqual([
      ['installed', {}],
      ['twice', { times: '2' }],
    ]);
    page(snippetOf({ ...here, api_url: 'https://old.example/v1' }, 'html'));
    expect(await found()).toEqual([['wrong_server', { server: 'https://old.example/v1' }]]);
    const other = rowId(await make({ name: 'Old chat' }), 'quidgets');
    page(snippetOf({ ...here, id: other }, 'html'));
    expect(await found()).toEqual([['other_quidget', { id: String(other), name: 'Old chat' }]]);
    page(`<!-- ${snippetOf(here, 'html')} --><script src="https://www.googletagmanager.com/gtm.js?id=1"></script>`);
    expect(await found()).toEqual([['in_comment', {}]]);
    page('<script src="https://www.googletagmanager.com/gtm.js?id=1"></script>');
    expect(await found()).toEqual([
      ['not_installed', {}],
      ['tag_manager', {}],
    ]);
    page('%PDF', { 'content-type': 'application/pdf' });
    expect(await found()).toEqual([['not_html', { type: 'application/pdf' }]]);
    answer = (_request, reply) => reply.writeHead(503).end();
    expect(await found()).toEqual([['http_status', { status: '503' }]]);
  });

  test('names the policy that forbids it, and the domain that is not allowed', async () => {
    const here = await embedded();
    page(snippetOf(here, 'html'), { 'content-security-policy': "default-src 'self'; script-src 'self' 'nonce-x'" });
    const server = new URL(here.api_url).origin;
    expect(await found()).toEqual([
      ['installed', {}],
      ['policy_forbids', { directive: "script-src 'self' 'nonce-x'", server }],
      ['policy_forbids', { directive: "default-src 'self'", server }],
    ]);
    page(snippetOf(here, 'html'), { 'content-security-policy': `default-src 'self' ${server}` });
    await set({ allowed_domains: ['shop.example'] });
    // What has no name cannot be allowed.
    expect(await found()).toEqual([
      ['installed', {}],
      ['domain_not_allowed', { host: new URL(address).host, domain: '' }],
    ]);
    await set({ allowed_domains: [] });
  });

  test('ends with pages that do not: too long, too slow to say so, in circles, or hanging up', async () => {
    page(`${'x'.repeat(1024 * 1024)}!`);
    expect(await found()).toMatchObject([['too_large', {}]]);
    answer = (request, reply) => reply.writeHead(302, { location: `${request.url}a` }).end();
    expect(await found()).toMatchObject([['too_many_redirects', {}]]);
    answer = (request) => request.socket.destroy();
    expect(await found()).toMatchObject([['unreachable', {}]]);
  });

  test('A32 reaches nothing inside, by its address or by a redirect, and says no more than that', async () => {
    const before = reached;
    const inside = ['http://127.0.0.1/', 'http://localhost/', 'http://169.254.169.254/latest', 'http://[::1]/'];
    for (const url of [...inside, 'http://2130706433/', 'http://10.0.0.1:25/']) {
      const refused = await check(url);
      expect([refused.status, refused.body.errors[0]], url).toMatchObject([
        422,
        { key: 'outbound_address_refused', field: 'data.url' },
      ]);
    }
    for (const url of ['file:///etc/passwd', 'gopher://shop.example/', 'shop', 'http://a:b@127.0.0.2/'])
      expect((await check(url)).body.errors[0], url).toMatchObject({ key: 'invalid_value', field: 'data.url' });
    expect(reached).toBe(before);
    for (const location of [...inside, 'http://127.0.0.2:25/', 'file:///etc/passwd']) {
      answer = (_request, reply) => reply.writeHead(302, { location }).end();
      expect((await check()).body.errors[0], location).toMatchObject({
        key: 'outbound_address_refused',
        field: 'data.url',
      });
    }
    expect(reached).toBe(before + inside.length + 2);
  });
});
