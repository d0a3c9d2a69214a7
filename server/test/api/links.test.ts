import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillLink, isLinkUrl, linkSecretLettersMin, linksMax, linkVariables } from '#contract/links.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
beforeAll(async () => {
  at = await aParley();
  [ours, theirs] = await twoShops(at);
});
afterAll(() => at?.close());

const secret = 'the orders of Lumen Oak, nobody else’s';
const aLink = async (about: object, shop = ours): Promise<number> =>
  rowId(
    await shop.owner.post('links/create', {
      data: [{ company_id: shop.companyId, name: `Link ${randomUUID()}`, url: 'https://orders.example/', ...about }],
    }),
    'links',
  );
const follow = (link: number, ticket: number, who: ApiClient = ours.owner) =>
  who.get(`links/${link}/open?ticket=${ticket}`);
const leadsTo = (answer: Answer): URL => {
  expect(answer.status, answer.text).toBe(303);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  return new URL(answer.headers.get('location') ?? '');
};
const agentsMay = async (right: string, may: 0 | 1) => {
  await at.db.write(
    'system',
    sql`insert into company_privileges values (${ours.companyId}, 'agent', ${right}, ${may})
        on conflict (company_id, role_name, privilege) do update set value = excluded.value`,
  );
  at.wake.nudge('sessions');
};
const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];

describe('an address', () => {
  test.each([
    'https://shop.example',
    'https://shop.example:8443/orders/{ticket.number}?mail={customer.email}#{customer.id}',
    'https://крамниця.example/?t={token}',
    'http://localhost:3000/?q={customer.phone}',
    'http://[::1]/',
  ])('may be %s', (url) => {
    expect(isLinkUrl(url)).toBe(true);
  });
  test.each([
    'javascript:alert(1)',
    'data:text/html,{ticket.title}',
    'https:shop.example',
    '//shop.example/',
    'http://shop.example/',
    'http://localhost.shop.example/',
    'http://127.0.0.1@shop.example/',
    'https://{customer.name}/',
    'https://{customer.name}.shop.example/',
    'https://me:password@shop.example/',
    'https://shop.example\\@other.example/',
    'https://shop.example/\nX: y',
    'https://shop.example/ orders',
    'https://shop.example/{customer.password}',
    'https://shop.example/{{ticket.id}}',
    'https://shop.example/{ticket.id',
    `https://shop.example/${'{ticket.id}'.repeat(21)}`,
    'https://shop.example:99999/',
    'https://1.2.3.4.5/',
  ])('may not be %j', async (url) => {
    expect(isLinkUrl(url)).toBe(false);
  });
  test('is refused where it stands, and so is one that no browser can go to', async () => {
    const make = (about: object) =>
      ours.owner.post('links/create', { data: [{ company_id: ours.companyId, name: 'Orders', ...about }] });
    expect(problem(await make({ url: 'http://shop.example/' }))).toEqual([422, 'link_url_malformed', 'data[0].url']);
    expect(problem(await make({ url: 'https://shop.example:99999/' }))[1]).toBe('link_url_malformed');
    expect(problem(await make({ url: `https://shop.example/${'a'.repeat(1000)}` }))[1]).toBe('too_long');
    const short = { url: 'https://shop.example', is_signed: 1, secret: 's'.repeat(linkSecretLettersMin - 1) };
    expect(problem(await make(short))).toEqual([422, 'too_short', 'data[0].secret']);
    const foreign = { url: 'https://shop.example', product_ids: [theirs.productId] };
    expect([403, 404, 422]).toContain((await make(foreign)).status);
  });
});

describe('a link beside a ticket', () => {
  test('says of the ticket what it is asked to, each value as one and none as a way elsewhere', async () => {
    const { ticketId } = await aTicket(at, ours, {
      ...{ from: 'Ida & Co?', address: 'ida+oak@holm.test', subject: '../../a b#c%2F&x=1' },
    });
    const names = linkVariables.filter((name) => name !== 'token');
    const id = await aLink({
      url: `https://orders.example/of/{ticket.title}?${names.map((n) => `${n}={${n}}`).join('&')}`,
    });
    const url = leadsTo(await follow(id, ticketId));
    expect(url.origin).toBe('https://orders.example');
    expect(decodeURIComponent(url.pathname)).toBe('/of/../../a b#c%2F&x=1');
    expect(url.pathname.split('/')).toHaveLength(3);
    expect(url.searchParams.get('customer.email')).toBe('ida+oak@holm.test');
    expect(url.searchParams.get('customer.name')).toBe('Ida & Co?');
    expect(url.searchParams.get('ticket.id')).toBe(String(ticketId));
    expect([...url.searchParams.keys()]).toEqual(names);

    const long = await aTicket(at, ours, {
      from: 'Ida',
      address: 'long@holm.test',
      subject: `${'ї'.repeat(199)}🪑${'x'.repeat(99)}`,
    });
    const cut = leadsTo(await follow(await aLink({ url: 'https://orders.example/?t={ticket.title}' }), long.ticketId));
    expect(cut.searchParams.get('t'), 'whole letters, so many').toBe(`${'ї'.repeat(199)}🪑`);
    const much = await aLink({ url: `https://orders.example/?t=${'{ticket.title}'.repeat(10)}` });
    const refused = await follow(much, long.ticketId);
    expect([refused.status, refused.headers.get('location')]).toEqual([422, null]);
    expect(refused.text).toContain('This link is too long');

    const dots = await aTicket(at, ours, { from: '..', address: 'dots@holm.test', subject: '..' });
    const up = leadsTo(await follow(await aLink({ url: 'https://orders.example/of/{ticket.title}/x' }), dots.ticketId));
    expect(up.pathname).toBe('/of//x');
  });

  test('brings a token that is made when it is followed, says who and from where, and is good for five minutes', async () => {
    const id = await aLink({ url: 'https://orders.example/sso?a=1#top', is_signed: 1, secret });
    const listed = await ours.owner.post('links/get', byId(id));
    expect(listed.text).not.toContain(secret);
    expect(listed.text).not.toContain('eyJ');
    expect(rows(listed, 'links')[0]).toMatchObject({ is_signed: 1 });
    expect(rows(listed, 'links')[0]).not.toHaveProperty('secret');
    const url = leadsTo(await follow(id, ours.ticketId));
    expect(url.hash).toBe('#top');
    const token = url.searchParams.get('token') ?? '';
    const key = new TextEncoder().encode(secret);
    const checks = { algorithms: ['HS256'], audience: 'https://orders.example', issuer: new URL(at.listening).origin };
    const { payload } = await jwtVerify(token, key, checks);
    expect(payload).toMatchObject({
      company: { id: ours.companyId },
      user: { id: ours.ownerId, email: `owner@${ours.canary}.test` },
      ticket: { id: ours.ticketId },
      customer: { id: ours.customerId, email: `customer@${ours.canary}.test` },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    await expect(jwtVerify(token, key, { ...checks, currentDate: new Date(Date.now() + 301_000) })).rejects.toThrow();
    await expect(jwtVerify(token, new TextEncoder().encode(`${secret}!`), checks)).rejects.toThrow();
    const again = leadsTo(await follow(id, ours.ticketId)).searchParams.get('token');
    expect(again).not.toBe(token);

    // What else stands in the address is as it was: shops differ in what they take for a space.
    const mail = `from=${encodeURIComponent('Lamp & co')}~`;
    const beside = leadsTo(
      await follow(await aLink({ url: `https://orders.example/?new&${mail}`, is_signed: 1, secret }), ours.ticketId),
    );
    expect(beside.search).toMatch(/^\?new&from=Lamp%20%26%20co~&token=eyJ[\w.-]+$/);

    const placed = await aLink({ url: 'https://orders.example/{token}/in', is_signed: 1, secret });
    const inPath = leadsTo(await follow(placed, ours.ticketId));
    expect(inPath.search).toBe('');
    await jwtVerify(inPath.pathname.split('/')[1] ?? '', key, checks);
  });

  test('is never signed with nothing', async () => {
    const bare = { company_id: ours.companyId, name: 'Bare', url: 'https://orders.example/', is_signed: 1 };
    expect(problem(await ours.owner.post('links/create', { data: [bare] }))).toEqual([
      422,
      'required',
      'data[0].secret',
    ]);
    const id = await aLink({ is_signed: 1, secret });
    const update = (data: object) => ours.owner.post('links/update', { data, ...byId(id) });
    expect(problem(await update({ secret: null }))).toEqual([422, 'required', 'data.secret']);
    expect((await update({ is_signed: 0, secret: null })).status).toBe(200);
    expect(leadsTo(await follow(id, ours.ticketId)).searchParams.has('token')).toBe(false);
  });

  test('whose secret was sealed with another key says that it wants one, and leads on with a new one', async () => {
    const id = await aLink({ is_signed: 1, secret });
    const foreign = createSecrets('another key of the tests, long enough').seal(secret, 'links.secret');
    await at.db.write('system', sql`update links set secret = ${foreign} where id = ${id}`);
    const refused = await follow(id, ours.ticketId);
    expect([refused.status, refused.headers.get('location')]).toEqual([409, null]);
    expect(refused.text).toContain('can enter its secret again');
    await ours.owner.post('links/update', { data: { secret }, ...byId(id) });
    expect(leadsTo(await follow(id, ours.ticketId)).searchParams.has('token')).toBe(true);
  });

  test('A1 A8 leads nobody anywhere who does not see both: another company, another product, a ticket of others, a role without the right', async () => {
    const id = await aLink({ name: 'Everywhere' });
    const foreign = await aLink({ name: 'Foreign' }, theirs);
    expect(leadsTo(await follow(id, ours.ticketId)).host).toBe('orders.example');
    const nowhere = [
      await follow(id, theirs.ticketId),
      await follow(foreign, ours.ticketId),
      await follow(foreign, theirs.ticketId),
      await follow(id, 999_999),
      await follow(999_999, ours.ticketId),
      await follow(id, ours.ticketId, theirs.owner),
    ];
    for (const answer of nowhere) {
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(nowhere[0]?.text);
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
    expect((await follow(id, ours.ticketId, at.stranger())).status).toBe(401);
    for (const broken of ['links/x/open?ticket=1', `links/${id}/open?ticket=-1`, `links/${id}/open?ticket=1e3`])
      expect((await ours.owner.get(broken)).status, broken).toBe(404);

    // Whoever works for both gets from neither what is the other's: a ticket of one would tell itself to the shop of the other.
    const both = await aMember(at, ours, 2, 'Bo Both');
    await joins(at, both.id, theirs.companyId, 2);
    at.wake.nudge('sessions');
    expect((await follow(foreign, theirs.ticketId, both.api)).status).toBe(303);
    for (const [link, ticket] of [
      [id, theirs.ticketId],
      [foreign, ours.ticketId],
    ] as const)
      expect((await follow(link, ticket, both.api)).status).toBe(404);

    const other = rowId(
      await ours.owner.post('products/create', { data: [{ company_id: ours.companyId, name: 'Workshop' }] }),
      'products',
    );
    expect((await follow(await aLink({ product_ids: [other] }), ours.ticketId)).status).toBe(404);
    expect((await follow(await aLink({ product_ids: [other, ours.productId] }), ours.ticketId)).status).toBe(303);

    const agent = await aMember(at, ours, 1, 'Nadia Own');
    expect((await follow(id, ours.ticketId, agent.api)).status).toBe(303);
    for (const right of ['links.get', 'tickets.get']) {
      await agentsMay(right, 0);
      expect((await follow(id, ours.ticketId, agent.api)).status, right).toBe(404);
      await agentsMay(right, 1);
      expect((await follow(id, ours.ticketId, agent.api)).status, right).toBe(303);
    }
    await ours.owner.call('users/change-access', { id: agent.id, company_id: ours.companyId, scope: 'own' });
    expect((await follow(id, ours.ticketId, agent.api)).status).toBe(404);
    expect((await agent.api.post('links/update', { data: { name: 'Mine' }, ...byId(id) })).status).toBe(403);
    await ours.owner.post('links/delete', byId(id));
    expect((await follow(id, ours.ticketId)).status).toBe(404);
  });

  test('A26 A28 nobody is led there by a page or a letter of somebody else', async () => {
    const id = await aLink({ is_signed: 1, secret });
    const from = (site: string) =>
      ours.owner.request(`links/${id}/open?ticket=${ours.ticketId}`, {
        method: 'GET',
        headers: { 'sec-fetch-site': site },
      });
    for (const site of ['cross-site', 'same-site', 'odd']) {
      const answer = await from(site);
      expect([answer.status, answer.headers.get('location')], site).toEqual([403, null]);
      expect(answer.text).toContain('Follow it from the ticket');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    }
    for (const site of ['same-origin', 'none']) leadsTo(await from(site));
  });

  test('A16 says who comes for people alone: no program by its token, nobody who owes a code', async () => {
    const id = await aLink({ is_signed: 1, secret });
    const made = await ours.owner.call('api-tokens/create', {
      ...{ company_id: ours.companyId, name: 'Orders', scopes: ['links.get', 'tickets.get'], expires_in_days: 1 },
    });
    const program = await at.stranger().request(`links/${id}/open?ticket=${ours.ticketId}`, {
      ...{ method: 'GET', headers: { authorization: `Bearer ${made.body.data.token}` } },
    });
    expect([program.status, program.headers.get('location')]).toEqual([403, null]);
    expect(program.text).toContain('You cannot go there now');
    const hal = await aMember(at, ours, 1, 'Hal Half');
    expect((await follow(id, ours.ticketId, hal.api)).status).toBe(303);
    await at.db.write('system', sql`update sessions set is_half = true where user_id = ${hal.id}`);
    at.wake.nudge('sessions');
    expect((await follow(id, ours.ticketId, hal.api)).status).toBe(403);
  });

  test('stands in so many that somebody still chooses among them, and no more', async () => {
    const { total = 0 } = (await theirs.owner.post('links/get', { filter: { conditions: [['is_deleted', '=', 0]] } }))
      .body;
    const make = (n: number) =>
      theirs.owner.post('links/create', {
        data: Array.from({ length: n }, (_, i) => ({
          ...{ company_id: theirs.companyId, name: `Many ${i} ${randomUUID()}`.slice(0, 50), url: 'https://a.example' },
        })),
      });
    expect((await make(linksMax - total)).status).toBe(200);
    expect(problem(await make(1))[1]).toBe('limit_reached');
  });
});

test('what is filled in is looked up by name, and nothing else of an address is touched', () => {
  expect(fillLink('https://a.example/{ticket.id}/{constructor}', () => '7')).toBe('https://a.example/7/{constructor}');
});

test('a link of a product that is disabled by now takes another one, and not one that is disabled', async () => {
  const aProduct = async (name: string) =>
    rowId(await ours.owner.post('products/create', { data: [{ company_id: ours.companyId, name }] }), 'products');
  const [gone, never] = [await aProduct('Old lamps'), await aProduct('Older lamps')];
  const id = await aLink({ product_ids: [gone] });
  expect((await ours.owner.post('products/delete', byId(gone, never))).status).toBe(200);
  const change = (product_ids: number[]) => ours.owner.post('links/update', { data: { product_ids }, ...byId(id) });
  expect((await change([gone, ours.productId])).status).toBe(200);
  expect(problem(await change([gone, never]))).toEqual([404, 'not_found', 'data.product_ids']);
});
