import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAdmitted } from '#domain/people/index.ts';
import { sql } from '#platform/sql.ts';
import { aSocket, knock } from './a-socket.ts';
import { aTicket, type TicketOfLetter } from './a-ticket.ts';
import { type Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, password } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aPixel } from './two-companies.ts';

/** A browser behind the proxy that Parley trusts: it comes from wherever it says. */
class Elsewhere extends ApiClient {
  address = '203.0.113.7';
  override request(path: string, init: RequestInit) {
    const headers = { ...(init.headers as Record<string, string> | undefined), 'x-forwarded-for': this.address };
    return super.request(path, { ...init, headers });
  }
}

let at: TestParley;
let owner: ApiClient;
let shop: Company;
let letter: TicketOfLetter;
let ira: Elsewhere;
const office = '203.0.113.7';
const cafe = '198.51.100.9';

beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  ({ api: owner } = await aPerson(at));
  shop = await aCompany(owner);
  letter = await aTicket(at, shop, { attachments: [{ name: 'a.png', type: 'image/png', bytes: aPixel }] });
  const { id, email } = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, id, shop.companyId, 1);
  ira = new Elsewhere(at.listening);
  await ira.call('auth/login', { email, password });
});
afterAll(() => at?.close());

const restrict = (data: Record<string, unknown>) => owner.post('companies/update', { data, ...byId(shop.companyId) });
const closeToAllBut = (ips: string, subnets = '192.0.2.0/24') =>
  restrict({ restrict_remote_access: 1, ipsList: `127.0.0.1\n::1\n${ips}`, subnets });

describe('A22 restricted remote access', () => {
  test.each([
    ['ipsList', 'incorrect_ip_format', ['1.2.3', '1.2.3.256', '1.2.3.4 5.6.7.8', 'office', '1.2.3.4/32', '010.1.1.1']],
    ['subnets', 'incorrect_subnet_format', ['1.2.3.0', '1.2.3.4/24', '1.2.3.0/0', '1.2.3.0/33', '1.2.3.0/024', 'x/8']],
  ])('%s are refused line by line', async (field, key, wrong) => {
    for (const line of wrong) {
      const answer = await restrict({ [field]: `203.0.113.7${field === 'subnets' ? '\n' : '\n'}${line}` });
      expect(answer.body.errors, line).toEqual([expect.objectContaining({ key, field: `data.${field}` })]);
    }
  });

  test('switched on, both lists are required', async () => {
    const none = await restrict({ restrict_remote_access: 1, ipsList: '', subnets: '' });
    expect(none.body.errors[0]).toMatchObject({ key: 'required', field: 'data.ipsList' });
    const half = await restrict({ restrict_remote_access: 1, ipsList: '127.0.0.1' });
    expect(half.body.errors[0]).toMatchObject({ key: 'required', field: 'data.subnets' });
  });

  test('nobody locks themselves out without saying so', async () => {
    const lists = { restrict_remote_access: 1, ipsList: office, subnets: '192.0.2.0/24' };
    const warned = await restrict(lists);
    expect(warned.status).toBe(409);
    expect(warned.body.errors[0]).toMatchObject({ key: 'would_lock_you_out', field: 'data.ipsList' });
    expect(warned.body.errors[0]?.message).toMatch(/127\.0\.0\.1|::1/);
    expect(rows(await owner.post('companies/get', {}), 'companies')[0].restrict_remote_access).toBe(0);

    const { id, api } = await aPerson(at, 'Sure', 'sure@lumenoak.test');
    await joins(at, id, shop.companyId, 3);
    at.wake.nudge('sessions');
    const meant = await api.post('companies/update', { data: { ...lists, lock_me_out: 1 }, ...byId(shop.companyId) });
    expect(meant.status, meant.text).toBe(200);
    expect((await api.call('users/self')).body.errors[0]?.key).toBe('access_denied_by_ip');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update companies set restrict_remote_access = 0 where id = ${shop.companyId}`),
    );
    at.wake.nudge('sessions');
  });

  test('every door is shut to who comes from elsewhere: calls, rows, files, letters, links to files, sockets, signing in', async () => {
    const frame = await ira.get(`messages/${letter.messageId}/frame`);
    expect(frame.status).toBe(200);
    const link = /files\/\d+\?inline=1&(?:amp;)?token=[\w.-]+/
      .exec((await withPicture()).text)?.[0]
      .replace('&amp;', '&');
    await closeToAllBut(office);
    ira.address = office;
    expect((await ira.call('users/self')).status).toBe(200);
    expect((await ira.get(link ?? 'no link')).status).toBe(200);

    ira.address = cafe;
    const tries = await Promise.all([
      ira.call('users/self'),
      ira.post('tickets/get', {}),
      ira.call('tickets/counters'),
      ira.get(`files/${letter.attachmentIds[0]}`),
      ira.get(`messages/${letter.messageId}/frame`),
      ira.upload('table.png', aPixel),
    ]);
    for (const one of tries) {
      expect(one.status, one.text).toBe(403);
      expect(one.body.errors[0]).toMatchObject({ key: 'access_denied_by_ip', message: 'Access denied by IP address' });
    }
    expect((await ira.get(link ?? 'no link')).status).toBe(404);
    expect(await knockFrom(cafe)).toBe(403);
    const again = new Elsewhere(at.listening);
    again.address = cafe;
    const refused = await again.call('auth/login', { email: 'ira@lumenoak.test', password });
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0]?.key).toBe('access_denied_by_ip');
    expect(again.cookie).not.toContain('parley=');
    // Leaving is always allowed.
    expect((await new Elsewhere(at.listening).call('auth/logout')).status).toBe(200);
    ira.address = office;
    expect((await ira.call('users/self')).status).toBe(200);
  });

  test('a program is kept out like its person, and so are the links that were made for it', async () => {
    await closeToAllBut(office);
    ira.address = office;
    const made = await ira.call('api-tokens/create', {
      name: 'Warehouse robot',
      company_id: shop.companyId,
      scopes: ['tickets.get', 'messages.get'],
      expires_in_days: 1,
    });
    expect(made.status, made.text).toBe(200);
    const robot = new Elsewhere(at.listening);
    const authorization = { authorization: `Bearer ${made.body.data.token}` };
    const asks = (path: string) => robot.request(path, { headers: authorization });
    const lists = () =>
      robot.request('tickets/get', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: '{}',
      });
    const link = /files\/\d+\?inline=1&(?:amp;)?token=2?[\w.-]+/
      .exec((await withPicture((path) => asks(path))).text)?.[0]
      .replace('&amp;', '&');
    const opens = () =>
      new ApiClient(at.listening).request(link ?? 'no link', { headers: { 'x-forwarded-for': robot.address } });
    expect([(await lists()).status, (await opens()).status]).toEqual([200, 200]);
    robot.address = cafe;
    for (const answer of [await lists(), await asks(`files/${letter.attachmentIds[0]}`)])
      expect([answer.status, answer.body.errors[0]?.key]).toEqual([403, 'access_denied_by_ip']);
    expect((await opens()).status).toBe(404);
  });

  test('an address is what it is, however it is written, and only a trusted proxy says it', async () => {
    const rule = {
      ips_list: '203.0.113.7\n2001:db8::5',
      subnets: '10.1.2.0/24\n128.0.0.0/1\n198.18.0.0/32\n2001:db8:1::/48',
    };
    for (const inside of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '::FFFF:cb00:7107',
      '10.1.2.255',
      '::ffff:10.1.2.9',
      '255.255.255.255',
      '198.18.0.0',
      '2001:DB8:0:0::5',
      '2001:db8:1:ffff::1',
    ])
      expect(isAdmitted(rule, inside), inside).toBe(true);
    for (const outside of [
      '10.1.3.0',
      '127.255.255.255',
      '2001:db8::6',
      '2001:db8:2::1',
      'localhost',
      '',
      '203.0.113.7, 1.1.1.1',
    ])
      expect(isAdmitted(rule, outside), outside).toBe(false);
    expect(isAdmitted({ ips_list: '1.1.1.1', subnets: '198.18.0.0/32' }, '198.18.0.1')).toBe(false);

    // What a client claims in front of the proxy counts for nothing: the last one before the proxy does.
    ira.address = `${office}, ${cafe}`;
    expect((await ira.call('users/self')).status).toBe(403);
    ira.address = office;
    const plain = await aParley();
    const stranger = new Elsewhere(plain.listening);
    const { id, email, api } = await aPerson(plain, 'Max', 'max@lumenoak.test');
    const company = await aCompany(api);
    await joins(plain, id, company.companyId, 4);
    await plain.db.transaction('system', (tx) =>
      tx.run(sql`update companies set restrict_remote_access = 1, ips_list = ${office}, subnets = '192.0.2.0/24'`),
    );
    stranger.address = office;
    const spoofed = await stranger.call('auth/login', { email, password });
    expect(spoofed.body.errors[0]?.key).toBe('access_denied_by_ip');
    plain.wake.nudge('sessions');
    const headers = { 'x-forwarded-for': office };
    expect(await knock(plain.listening, { cookie: api.cookie, headers }), 'nor for a socket').toBe(403);
    await plain.close();
  });

  test('an open socket closes within a second when the rule changes', async () => {
    await restrict({ restrict_remote_access: 0 });
    const socket = await aSocket(at.listening, { cookie: ira.cookie });
    const since = performance.now();
    await owner.post('companies/update', {
      data: { restrict_remote_access: 1, ipsList: office, subnets: '192.0.2.0/24', lock_me_out: 1 },
      ...byId(shop.companyId),
    });
    expect(await socket.closed()).toBe(4401);
    expect(performance.now() - since).toBeLessThan(10_000);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update companies set restrict_remote_access = 0 where id = ${shop.companyId}`),
    );
    at.wake.nudge('sessions');
  });

  test('the right password from elsewhere is refused as often as it comes, and counts as no failure', async () => {
    await closeToAllBut(office);
    const away = new Elsewhere(at.listening);
    away.address = cafe;
    const login = () => away.call('auth/login', { email: 'ira@lumenoak.test', password });
    for (let i = 0; i < 6; i++) expect((await login()).body.errors[0]?.key).toBe('access_denied_by_ip');
    await closeToAllBut(`${office}\n${cafe}`);
    expect((await login()).status).toBe(200);
  });

  test('a company that was deleted keeps nobody out of their account', async () => {
    const nora = await aPerson(at, 'Nora', 'nora@gone.test');
    const gone = await aCompany(nora.api, 'Gone', 'GO');
    const { id, email } = await aPerson(at, 'Left', 'left@gone.test');
    await joins(at, id, gone.companyId, 1);
    const lists = { restrict_remote_access: 1, ipsList: `127.0.0.1\n::1`, subnets: '192.0.2.0/24' };
    expect((await nora.api.post('companies/update', { data: lists, ...byId(gone.companyId) })).status).toBe(200);
    const away = new Elsewhere(at.listening);
    away.address = cafe;
    expect((await away.call('auth/login', { email, password })).body.errors[0]?.key).toBe('access_denied_by_ip');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update companies set is_deleted = 1 where id = ${gone.companyId}`),
    );
    expect((await away.call('auth/login', { email, password })).status).toBe(200);
    expect((await away.call('users/self')).body.data).toMatchObject({ companies: [], closed_companies: [] });
  });

  test('of several companies only the one that is restricted is closed, and the desk is told which', async () => {
    const second = await aCompany(ira, 'Fjordvik', 'FJ');
    const there = await aTicket(at, second, { subject: 'fjord', address: 'sigrid@fjord.test' });
    await closeToAllBut(office);
    ira.address = cafe;
    const { companies, roles, closed_companies, address, privileges } = (await ira.call('users/self')).body.data;
    expect(companies.map((one: { company_name: string }) => one.company_name)).toEqual(['Fjordvik']);
    expect(roles.map((one: { company_id: number }) => one.company_id)).toEqual([second.companyId]);
    expect(closed_companies).toEqual([{ id: shop.companyId, company_name: 'Lumen & Oak' }]);
    expect(address).toBe(cafe);
    expect(privileges.companies[shop.companyId]).toBeUndefined();
    expect(rows(await ira.post('tickets/get', {}), 'tickets').map((row) => row.id)).toEqual([there.ticketId]);
    expect((await ira.get(`files/${letter.attachmentIds[0]}`)).status).toBe(404);
    expect(
      (await ira.call('tickets/note', { ticket_id: letter.ticketId, client_id: crypto.randomUUID(), body_html: 'x' }))
        .status,
    ).toBe(404);
    const again = new Elsewhere(at.listening);
    again.address = cafe;
    expect((await again.call('auth/login', { email: 'ira@lumenoak.test', password })).status).toBe(200);
    ira.address = office;
    const seen = rows(await ira.post('tickets/get', {}), 'tickets').map((row) => row.company_id);
    expect(new Set(seen)).toEqual(new Set([shop.companyId, second.companyId]));
  });
});

async function withPicture(open: (path: string) => Promise<Answer> = (path) => ira.get(path)) {
  const shown = await aTicket(at, shop, {
    subject: 'With a picture',
    address: 'picture@lindqvist.test',
    html: '<p>See <img src="cid:table"></p>',
    attachments: [{ name: 'table.png', type: 'image/png', bytes: aPixel, contentId: 'table' }],
  });
  const answer = await open(`messages/${shown.messageId}/frame`);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set is_deleted = 1 where id = ${shown.ticketId}`),
  );
  await owner.post('tickets/update', { data: { assignee_id: null }, ...byId(shown.ticketId) });
  return answer;
}

const knockFrom = (address: string) =>
  knock(at.listening, { cookie: ira.cookie, headers: { 'x-forwarded-for': address } });
