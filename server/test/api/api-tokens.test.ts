import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aHouse, keyIn, letterTo } from './account-letters.ts';
import type { Answer } from './api-client.ts';
import { calls } from './contract-registry.ts';
import { dumpOf, everythingOf, rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { joins, password } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, aPixel, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

const scopesOf = {
  reading: ['tickets.get', 'messages.get', 'customers.get'],
  answering: ['tickets.get', 'tickets.update', 'messages.get', 'messages.create'],
};

async function aToken(
  shop: Shop,
  scopes: readonly string[],
  by = shop.owner,
): Promise<{ id: number; token: string; program: ReturnType<typeof aProgram> }> {
  const answer = await by.call('api-tokens/create', {
    name: 'Warehouse robot',
    company_id: shop.companyId,
    scopes,
    expires_in_days: 30,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const { token } = answer.body.data;
  return { id: answer.body.data['api-tokens'][0].id, token, program: aProgram(token) };
}

/** A program: it has a token, and no cookies. */
function aProgram(token: string) {
  const client = at.stranger();
  const authorization = { authorization: `Bearer ${token}` };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    client.send(path, JSON.stringify(body), { 'content-type': 'application/json', ...authorization, ...headers });
  return {
    post,
    call: (path: string, data: unknown = {}) => post(path, { data }),
    get: (path: string) => client.request(path, { headers: authorization }),
    request: (path: string, init: RequestInit) =>
      client.request(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...authorization } }),
  };
}

describe('an API token', () => {
  test('is shown once, found by its beginning, and works like its person within its scopes', async () => {
    const { id, token, program } = await aToken(ours, scopesOf.reading);
    expect(token).toMatch(/^parley_[\w-]{43}$/);
    const { body, text } = await ours.owner.call('api-tokens/get');
    expect(body.data['api-tokens'].find((one: { id: number }) => one.id === id)).toMatchObject({
      name: 'Warehouse robot',
      prefix: token.slice(0, 13),
      company_id: ours.companyId,
      scopes: [...scopesOf.reading].sort(),
      last_used: null,
    });
    expect(text).not.toContain(token.slice(14));

    const tickets = await program.post('tickets/get', { fields: ['id', 'title'] });
    expect(tickets.body.data.tickets).toEqual([{ id: ours.ticketId, title: expect.stringContaining(ours.canary) }]);
    expect((await program.get(`files/${ours.attachmentIds[0]}`)).status).toBe(200);
    expect((await program.get(`messages/${ours.messageId}/source`)).status).toBe(200);
    const used = (await ours.owner.call('api-tokens/get')).body.data['api-tokens'];
    expect(used.find((one: { id: number }) => one.id === id).last_used).not.toBeNull();
  });

  test('answers a ticket when it may', async () => {
    const { program } = await aToken(ours, scopesOf.answering);
    const reply = payloads['tickets/reply']?.(ours, 0);
    const answer = await program.call('tickets/reply', { ...reply, attachments: [] });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('message_id')]);
    const form = new FormData();
    form.append('file', new Blob([aPixel]), 'x.png');
    expect((await program.request('files/upload', { method: 'POST', body: form })).status).toBe(200);
  });

  test('A44 does nothing beyond its scopes, and nothing in another company of its person', async () => {
    const { program } = await aToken(ours, scopesOf.reading);
    await program.post('tickets/get', {});
    const before = await everythingOf(at, ours.companyId);
    const filter = { conditions: [['id', '=', ours.ticketId]] };
    for (const [path, body] of [
      ['tickets/update', { data: { title: 'Mine' }, filter }],
      ['tickets/delete', { filter }],
      ['tickets/reply', { data: payloads['tickets/reply']?.(ours, 0) }],
      ['tickets/resolve', { data: { ids: [ours.ticketId] } }],
      ['mailboxes/get', {}],
      ['products/create', { data: [{ name: 'Mine', abbreviation: 'MIN', company_id: ours.companyId }] }],
    ] as const) {
      const answer = await program.post(path, body);
      expect([path, answer.status, answer.body.errors[0]?.key]).toEqual([path, 403, 'token_out_of_scope']);
    }
    expect(await everythingOf(at, ours.companyId)).toBe(before);

    const both = await aMember(at, ours, 4, 'Both');
    await joins(at, both.id, theirs.companyId, 4);
    at.wake.nudge('sessions');
    const one = await aToken(ours, scopesOf.reading, both.api);
    expect((await both.api.post('tickets/get', {})).body.data.tickets).toHaveLength(2);
    expect((await one.program.post('tickets/get', {})).body.data.tickets).toHaveLength(1);
    expect((await one.program.get(`files/${theirs.attachmentIds[0]}`)).status).toBe(404);
  });

  test('A44 does with a call only what its scopes name of all that the call does', async () => {
    const tagId = ours.ids.tags;
    const scopes = ['customers.get', 'customers.update'];
    const tags = { id: ours.customerId, add: [tagId], remove: [] };
    const [without, having] = [await aToken(ours, scopes), await aToken(ours, [...scopes, 'tags.get'])];
    const refused = await without.program.call('customers/tag', tags);
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([404, 'data.add']);
    expect((await having.program.call('customers/tag', tags)).status).toBe(200);
  });

  test('A16 waits while its person owes two-factor', async () => {
    const petro = await aMember(at, ours, 2, 'Petro Owes');
    const { program } = await aToken(ours, scopesOf.reading, petro.api);
    expect((await program.post('tickets/get', {})).status).toBe(200);
    const requires = (is: boolean) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into company_role_settings (company_id, role_name, is_two_factor_required) values (${ours.companyId}, 'supervisor', ${is})
              on conflict (company_id, role_name) do update set is_two_factor_required = excluded.is_two_factor_required`,
        ),
      );
    await requires(true);
    at.wake.nudge('sessions');
    for (const answer of [await program.post('tickets/get', {}), await program.get(`files/${ours.attachmentIds[0]}`)])
      expect([answer.status, answer.body.errors[0]?.key]).toEqual([403, 'google2fa_setup_required']);
    await requires(false);
    at.wake.nudge('sessions');
    expect((await program.post('tickets/get', {})).status).toBe(200);
  });

  test('A44 never makes a call about accounts, founds no company and opens no socket', async () => {
    const { body } = await ours.owner.call('users/self');
    const everything = Object.keys(body.data.privileges.default.owner).filter(
      (key) => body.data.privileges.default.owner[key] === 1,
    );
    const { token, program } = await aToken(ours, everything);
    expect((await program.post('products/get', {})).status).toBe(200);
    const forPeople = calls.filter((call) => call.access !== 'public' && call.scope === undefined);
    expect(forPeople.map((call) => call.path)).toEqual(
      expect.arrayContaining(['users/self', 'settings/change', 'profile/change', 'api-tokens/create']),
    );
    const before = await rowCounts(at);
    for (const call of forPeople) {
      const data = listPayloads[call.path] ?? payloads[call.path]?.(ours, 0) ?? {};
      const answer = call.method === 'GET' ? await program.get(call.path) : await program.call(call.path, data);
      expect([call.path, answer.status, answer.body.errors[0]?.key]).toEqual([call.path, 403, 'token_out_of_scope']);
    }
    const founding = await program.post('companies/create', { data: [{ company_name: 'Mine', case_prefix: 'MI' }] });
    expect(founding.body.errors[0]?.key).toBe('token_out_of_scope');
    expect(await rowCounts(at)).toEqual(before);

    const socket = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/ws`, {
      headers: { authorization: `Bearer ${token}`, cookie: ours.owner.cookie },
    });
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      socket.on('open', () => resolve('open'));
      socket.on('error', () => {});
    });
    expect([401, 403]).toContain(status);
  });

  test('A44 loses what its person loses, and ends with them', async () => {
    const admin = await aMember(at, ours, 3, 'Passing Admin');
    const { program } = await aToken(ours, ['products.get', 'products.update'], admin.api);
    const change = () =>
      program.post('products/update', {
        data: { color: '#123456' },
        filter: { conditions: [['id', '=', ours.productId]] },
      });
    expect((await change()).status).toBe(200);
    await joins(at, admin.id, ours.companyId, 1);
    at.wake.nudge('sessions');
    expect((await change()).status).toBe(403);
    await at.db.transaction('system', (tx) => tx.run(sql`delete from roles where user_id = ${admin.id}`));
    at.wake.nudge('sessions');
    expect((await program.post('products/get', {})).status).toBe(401);
  });

  test('A44 ends within a second when it is revoked, even for a process that nobody told; and by itself', async () => {
    const first = await aToken(ours, scopesOf.reading);
    expect((await first.program.post('tickets/get', {})).status).toBe(200);
    expect((await ours.owner.call('api-tokens/revoke', { id: first.id })).status).toBe(200);
    expect((await first.program.post('tickets/get', {})).status).toBe(401);
    expect((await ours.owner.call('api-tokens/revoke', { id: first.id })).status).toBe(404);

    const second = await aToken(ours, scopesOf.reading);
    expect((await second.program.post('tickets/get', {})).status).toBe(200);
    const revokedAt = performance.now();
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update api_tokens set revoked = now() where id = ${second.id}`),
    );
    await waitUntil(async () => (await second.program.post('tickets/get', {})).status === 401, { what: 'a 401' });
    expect(performance.now() - revokedAt).toBeLessThan(10_000);

    const third = await aToken(ours, scopesOf.reading);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update api_tokens set expires = now() - interval '1 second' where id = ${third.id}`),
    );
    expect((await third.program.post('tickets/get', {})).status).toBe(401);
  });

  test('A44 is nobody else’s to revoke or to make more of than its maker has', async () => {
    const { id, program } = await aToken(ours, scopesOf.reading);
    expect((await theirs.owner.call('api-tokens/revoke', { id })).status).toBe(404);
    expect((await program.post('tickets/get', {})).status).toBe(200);
    const agent = await aMember(at, ours, 1, 'Token Agent');
    const wish = { name: 'More', company_id: ours.companyId, scopes: ['products.delete'], expires_in_days: 1 };
    expect((await agent.api.call('api-tokens/create', wish)).status).toBe(403);
    expect((await agent.api.call('api-tokens/create', { ...wish, company_id: theirs.companyId })).status).toBe(404);
    for (const wrong of [
      { expires_in_days: 366 },
      { expires_in_days: 0 },
      { scopes: [] },
      { scopes: ['*'] },
      { name: 'ab' },
    ]) {
      const answer = await ours.owner.call('api-tokens/create', { ...wish, ...wrong });
      expect([JSON.stringify(wrong), answer.status]).toEqual([JSON.stringify(wrong), 422]);
    }
  });

  test('A27 is no cookie: what comes with it from elsewhere speaks for the token alone', async () => {
    const { program, token } = await aToken(ours, ['tickets.get']);
    const elsewhere = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', cookie: ours.owner.cookie };
    const seen = await program.post('tickets/get', {}, elsewhere);
    expect(seen.status).toBe(200);
    for (const name of seen.headers.keys()) expect(name).not.toMatch(/^access-control-/);
    // The cookie beside it opens nothing, and a made-up token does not switch the rules for browsers off.
    expect((await program.post('customers/get', {}, elsewhere)).status).toBe(403);
    expect((await aProgram('parley_made-up').post('tickets/get', {}, elsewhere)).status).toBe(401);
    expect((await aProgram(token).post('settings/change', { data: { theme: 'dark' } }, elsewhere)).status).toBe(403);
    expect((await aProgram(token).post('auth/login', { data: {} }, elsewhere)).body.errors[0]?.key).toBe(
      'foreign_origin',
    );
    for (const header of ['Bearer', 'Basic b2xlbmE6eA==', `bearer  ${token}`, `Bearer ${token} ${token}`]) {
      const answer = await ours.owner.send('tickets/get', '{}', {
        'content-type': 'application/json',
        authorization: header,
      });
      expect([header, answer.status]).toEqual([header, 401]);
    }
  });

  test('A52 A53 lies nowhere in the database, nor in the trail of what happened', async () => {
    const { token } = await aToken(ours, scopesOf.reading);
    const secret = token.slice('parley_'.length + 6);
    expect(await dumpOf(at)).not.toContain(secret);
    const [told] = await at.db.read<{ action: string; detail: { prefix: string } }>(
      'system',
      sql`select action, detail from events where entity = 'accounts' and action = 'token_made' order by position desc limit 1`,
    );
    expect(told).toMatchObject({ action: 'token_made', detail: { prefix: token.slice(0, 13) } });
  });

  test('go on when their person changes the password, unless they are to end; the letter says which', async () => {
    const olha = await aMember(at, ours, 3, 'Olha');
    const { program } = await aToken(ours, scopesOf.reading, olha.api);
    const change = (old: string, chosen: string, more: object) =>
      olha.api.call('users/change-password', {
        old_password: old,
        password: chosen,
        password_confirmation: chosen,
        ...more,
      });
    expect((await change(password, 'maple-chair-9-pine', {})).status).toBe(200);
    expect((await program.post('tickets/get', {})).status).toBe(200);
    expect((await letterTo(at, olha.email)).text).toContain('Your API tokens (1) go on working');
    expect((await change('maple-chair-9-pine', 'birch-bench-3-elm', { revoke_tokens: true })).status).toBe(200);
    expect((await program.post('tickets/get', {})).status).toBe(401);
    expect((await letterTo(at, olha.email)).text).toContain('All your API tokens (1) were revoked too');
    expect((await olha.api.call('api-tokens/get')).body.data['api-tokens']).toEqual([]);
  });

  test('end when their person recovers the account, whose control may have been lost', async () => {
    const nina = await aMember(at, ours, 3, 'Nina');
    const first = await aToken(ours, scopesOf.reading, nina.api);
    await aToken(ours, scopesOf.answering, nina.api);
    const others = await aToken(ours, scopesOf.reading);
    await at.stranger().call('forgot/email', { email: nina.email });
    await answerRecoveryRequest(at.db, () => aHouse(at));
    const token = await keyIn(at, nina.email);
    const chosen = 'maple-chair-9-pine';
    const reset = { token, password: chosen, password_confirmation: chosen };
    expect((await at.stranger().call('forgot/password', reset)).status).toBe(200);
    expect((await first.program.post('tickets/get', {})).status).toBe(401);
    expect((await others.program.post('tickets/get', {})).status, 'a colleague’s goes on').toBe(200);
    expect((await letterTo(at, nina.email)).text).toContain('All your API tokens (2) were revoked too');
    const told = await at.db.read(
      'system',
      sql`select 1 from events where entity = 'accounts' and action = 'token_revoked' and entity_id = ${nina.id}`,
    );
    expect(told).toHaveLength(2);
  });

  test('is none that a session asks for in the moment in which it is ended, and all tokens with it', async () => {
    const { owner } = ours;
    const self = (await owner.call('users/self')).body.data.user;
    const own = owner.cookie;
    let answer: Promise<Answer> | undefined;
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update users set updated = now() where id = ${self.id}`);
      const wish = { name: 'Thief', company_id: ours.companyId, scopes: ['products.get'], expires_in_days: 1 };
      answer = owner.call('api-tokens/create', wish);
      await waitUntil(
        () => tx.row(sql`select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`),
        { what: 'the token to wait' },
      );
      await tx.run(sql`update sessions set expires = now() where user_id = ${self.id}`);
    });
    expect((await answer)?.body.errors?.[0]?.key).toBe('unauthorized');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update sessions set expires = now() + interval '1 day' where user_id = ${self.id}`),
    );
    at.wake.nudge('sessions');
    owner.cookie = own;
    expect((await owner.call('api-tokens/get')).text).not.toContain('Thief');
  });

  test('of one person are so many and no more', async () => {
    const busy = await aMember(at, ours, 1, 'Busy');
    const make = () =>
      busy.api.call('api-tokens/create', {
        name: 'One of many',
        company_id: ours.companyId,
        scopes: ['tickets.get'],
        expires_in_days: 1,
      });
    const answers = await Promise.all(Array.from({ length: 21 }, make));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20);
    expect(answers.find((one) => one.status !== 200)?.body.errors[0]?.key).toBe('too_many_tokens');
  });
});
