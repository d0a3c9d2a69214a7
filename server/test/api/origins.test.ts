import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { calls, entities } from './contract-registry.ts';
import { everythingOf, rowCounts } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { aPixel, aShop, type Shop } from './two-companies.ts';

let at: TestParley;
let shop: Shop;
beforeAll(async () => {
  at = await aParley();
  shop = await aShop(at, 'lumenoak', 'LO');
});
afterAll(() => at?.close());

const json = { 'content-type': 'application/json' };
/** Everything that can be posted to: calls, entities and the upload. */
const posts = [
  ...calls.filter((one) => one.method === 'POST' && !one.isForSites).map((one) => one.path),
  ...entities.flatMap((of) => of.actions.map((action) => `${of.name}/${action}`)),
  'mailboxes-new/create',
  'files/upload',
];
const bodyFor = (path: string): string => {
  const data = listPayloads[path] ?? payloads[path]?.(shop, 0);
  if (data) return JSON.stringify({ data });
  return JSON.stringify({ data: path.endsWith('/create') ? [{}] : {}, filter: { conditions: [['id', '>', 0]] } });
};

/** Where a page of an attacker, or a careless neighbour, may stand. */
const foreign: [string, () => Record<string, string>][] = [
  ['of another site', () => ({ origin: 'https://evil.test' })],
  ['of nowhere', () => ({ origin: 'null' })],
  ['that begins like ours', () => ({ origin: `${at.listening}.evil.test` })],
  ['that ends like ours', () => ({ origin: `http://evil-${new URL(at.listening).host}` })],
  ['of another port', () => ({ origin: 'http://localhost:1' })],
  ['of another scheme', () => ({ origin: at.listening.replace('http:', 'https:') })],
  ['of a file', () => ({ origin: 'file://' })],
  ['that is empty', () => ({ origin: '' })],
  ['of an extension', () => ({ origin: 'chrome-extension://abc' })],
  ['with another letter case and a path', () => ({ origin: `${at.listening}/` })],
  ['told as cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['told as same-site', () => ({ 'sec-fetch-site': 'same-site', origin: at.listening })],
];

test('A27 what pages of other sites call for their visitors takes no cookie, and gives none', async () => {
  const forSites = calls.filter((one) => one.isForSites && one.method === 'POST').map((one) => one.path);
  expect(forSites).not.toEqual([]);
  const origin = 'https://shop.test';
  for (const path of forSites) {
    const before = (await at.stranger().send(path, bodyFor(path), { ...json, origin })).status;
    const answer = await shop.owner.send(path, bodyFor(path), { ...json, origin, 'sec-fetch-site': 'cross-site' });
    expect([path, answer.status]).toEqual([path, before]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([]);
    const asked = await at.stranger().request(path, { method: 'OPTIONS', headers: { origin } });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST']);
  }
});

describe.each(foreign)('A26 A27 a page %s', (_where, headers) => {
  test('posts nothing, and reads no answer', async () => {
    const before = [await rowCounts(at), await everythingOf(at, shop.companyId)];
    for (const path of posts) {
      const answer = await shop.owner.send(path, bodyFor(path), { ...json, ...headers() });
      expect([path, answer.status, answer.body.errors[0]?.key]).toEqual([path, 403, 'foreign_origin']);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect([await rowCounts(at), await everythingOf(at, shop.companyId)]).toEqual(before);
    expect((await shop.owner.call('users/self')).status, 'still signed in').toBe(200);
  });

  test('is not allowed to ask first either, nor to read what it fetches', async () => {
    const preflight = await shop.owner.request('tickets/get', {
      method: 'OPTIONS',
      headers: {
        ...headers(),
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([403, 404]).toContain(preflight.status);
    for (const answer of [
      preflight,
      await shop.owner.request(`files/${shop.attachmentIds[0]}`, { headers: headers() }),
    ]) {
      for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    }
  });
});

test('A27 our own page may post', async () => {
  const ours: Record<string, string>[] = [
    { origin: at.listening },
    { 'sec-fetch-site': 'same-origin', origin: at.listening },
    { 'sec-fetch-site': 'none' },
    {},
  ];
  for (const own of ours) {
    expect((await shop.owner.send('users/self', '{}', { ...json, ...own })).status).toBe(200);
  }
  const named = await aParley({ env: { PUBLIC_URL: 'https://desk.lumenoak.test' } });
  try {
    const login = (origin: string) => named.stranger().send('auth/login', '{}', { ...json, origin });
    expect((await login('https://desk.lumenoak.test')).status).toBe(422);
    expect((await login('http://desk.lumenoak.test')).status).toBe(403);
    expect((await login('https://evil.lumenoak.test')).status).toBe(403);
  } finally {
    await named.close();
  }
});

describe('A26 a GET', () => {
  test('that sends a letter (SPEC wants it so) does it for our own pages only', async () => {
    const api = at.stranger();
    await api.call('users/registration', {
      name: 'Olena',
      email_confirmation: 'new@lumenoak.test',
      raw_password: 'walnut-table-7-oak',
    });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update email_confirmations set added = now() - interval '1 hour'`),
    );
    const before = await rowCounts(at);
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.test' },
        { origin: 'null' },
      ]) {
        expect((await api.request('email-confirmation/send', { method, headers })).status).toBe(403);
      }
    }
    expect(await rowCounts(at)).toEqual(before);
    expect(
      (await api.request('email-confirmation/send', { headers: { 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(200);
    expect((await rowCounts(at)).system_mails).toBe((before.system_mails ?? 0) + 1);
  });

  test('of anything that is posted to finds nothing and changes nothing', async () => {
    const before = [await rowCounts(at), await everythingOf(at, shop.companyId)];
    for (const path of posts) {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await shop.owner.request(`${path}?data=${encodeURIComponent(bodyFor(path))}`, { method });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
      }
    }
    expect([await rowCounts(at), await everythingOf(at, shop.companyId)]).toEqual(before);
    expect((await shop.owner.call('users/self')).status).toBe(200);
  });

  test('cannot be dressed up as something else', async () => {
    const before = await everythingOf(at, shop.companyId);
    const file = `files/${shop.attachmentIds[0]}`;
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method', '_method']) {
      for (const method of ['DELETE', 'POST', 'PUT']) {
        expect((await shop.owner.request(file, { headers: { [name]: method } })).status).toBe(200);
        expect((await shop.owner.get(`${file}?_method=${method}`)).status).toBe(422);
        const posted = await shop.owner.send('customers/get', '{}', { ...json, [name]: method });
        expect(posted.status).toBe(200);
      }
    }
    expect(await everythingOf(at, shop.companyId)).toBe(before);
  });
});

test('A26 a form, as any page may post it, is no request of ours', async () => {
  const before = [await rowCounts(at), await everythingOf(at, shop.companyId)];
  const form = new FormData();
  form.append('file', new Blob([aPixel]), 'x.png');
  form.append('data', '{}');
  for (const path of posts) {
    const asForm = await shop.owner.send(path, 'data=%7B%7D', { 'content-type': 'application/x-www-form-urlencoded' });
    const asText = await shop.owner.send(path, bodyFor(path), { 'content-type': 'text/plain;charset=UTF-8' });
    expect([path, asForm.status, asText.status]).toEqual([path, 415, 415]);
    if (path === 'files/upload') continue;
    expect([path, (await shop.owner.request(path, { method: 'POST', body: form })).status]).toEqual([path, 415]);
  }
  expect([await rowCounts(at), await everythingOf(at, shop.companyId)]).toEqual(before);
});

test('every answer forbids guessing its type, and is kept by no cache unless it says so', async () => {
  for (const answer of [
    await shop.owner.call('users/self'),
    await at.stranger().call('users/self'),
    await shop.owner.get('no/such/address'),
    await shop.owner.get('%'),
    await shop.owner.get(`messages/${shop.messageId}/source?headers=1`),
    await shop.owner.send('tickets/get', '{'),
  ]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control'), answer.text.slice(0, 80)).toMatch(/no-store/);
  }
});
