import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { rowCounts } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  // The tests play a trusted proxy, so that each can come from addresses of its own.
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => at?.close());

const from = (ip: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': ip });
const call = (
  api: ApiClient,
  path: string,
  data: unknown,
  ip: string,
  more: Record<string, string> = {},
): Promise<Answer> => api.send(path, JSON.stringify({ data }), { ...from(ip), ...more });
const login = (email: string, secret: string, ip: string): Promise<Answer> =>
  call(at.stranger(), 'auth/login', { email, password: secret }, ip);

const sessionCookie = (answer: Answer): string =>
  answer.headers.getSetCookie().find((line) => /^(__Host-)?parley=/.test(line)) ?? '';

let people = 0;
const register = (api: ApiClient, email: string, more: Record<string, string> = {}): Promise<Answer> =>
  call(
    api,
    'users/registration',
    { name: 'Olena', email_confirmation: email, raw_password: password },
    `10.9.0.${++people}`,
    more,
  );

/** What the confirmation letter links to. */
async function linkIn(email: string): Promise<URL> {
  const [letter] = await at.db.read<{ body_text: string }>(
    'system',
    sql`select body_text from system_mails where to_address = ${email} order by id desc limit 1`,
  );
  return new URL(/https?:\S+/.exec(letter?.body_text ?? '')?.[0] ?? '');
}
const keyIn = async (email: string) => (await linkIn(email)).pathname.split('/').at(-1) ?? '';

describe('A13 a wrong password', () => {
  test('tells nobody whether the account exists: same status, body, headers and, about, time', async () => {
    const known = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((i) => aPerson(at, `Known ${i}`, `known${i}@lumenoak.test`)),
    );
    await login('warm-up@lumenoak.test', 'wrong', '10.0.0.99');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const shapes = new Set<string>();
    for (const [i, person] of known.entries()) {
      for (const [kind, email] of [
        ['known', person.email],
        ['unknown', `nobody${i}@lumenoak.test`],
      ] as const) {
        const started = performance.now();
        const answer = await login(email, 'not-the-password-1', `10.0.0.${i}`);
        times[kind].push(performance.now() - started);
        shapes.add(`${answer.status} ${answer.text} ${[...answer.headers.keys()].sort()}`);
      }
    }
    expect([...shapes]).toHaveLength(1);
    expect([...shapes][0]).toContain('401 {"success":false,"errors":[{"key":"incorrect_credentials"');
    const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
    // Without a password to compare with, an unknown person would be answered some twenty times as fast.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 3);
  });

  test('of somebody disabled is like anybody’s', async () => {
    const { id, email } = await aPerson(at, 'Gone', 'gone@lumenoak.test');
    await at.db.transaction('system', (tx) => tx.run(sql`update users set is_deleted = 1 where id = ${id}`));
    const right = await login(email, password, '10.0.1.1');
    expect([right.status, right.body.errors[0]?.key]).toEqual([401, 'incorrect_credentials']);
  });
});

describe('A11 A12 many wrong passwords', () => {
  test('lock account and address together after five, the right one too, and nobody elsewhere', async () => {
    const { email } = await aPerson(at, 'Victim', 'victim@lumenoak.test');
    for (let i = 0; i < 5; i++) expect((await login(email, `wrong-${i}`, '10.0.2.1')).status).toBe(401);
    const locked = await login(email.toUpperCase(), password, '10.0.2.1');
    expect([locked.status, locked.body.errors[0]?.key]).toEqual([429, 'account_locked']);
    expect(Number(locked.headers.get('retry-after'))).toBe(1800);
    expect((await login(email, password, '10.0.2.2')).status).toBe(200);
    for (let i = 0; i < 5; i++) await login('nobody-here@lumenoak.test', `wrong-${i}`, '10.0.2.3');
    expect((await login('nobody-here@lumenoak.test', 'x', '10.0.2.3')).text, 'alike for unknown people').toBe(
      locked.text,
    );
  });

  test('count by the address the proxy saw, whatever the client claims of itself', async () => {
    const { email } = await aPerson(at, 'Target', 'target@lumenoak.test');
    const claims = (i: number) => ({
      'x-forwarded-for': `1.2.3.${i}, 10.0.3.1`,
      forwarded: `for=1.2.3.${i}`,
      'x-real-ip': `1.2.3.${i}`,
      'cf-connecting-ip': `1.2.3.${i}`,
      'true-client-ip': `1.2.3.${i}`,
    });
    for (let i = 0; i < 5; i++) await call(at.stranger(), 'auth/login', { email, password: 'x' }, '', claims(i));
    const sixth = await call(at.stranger(), 'auth/login', { email, password }, '', claims(6));
    expect(sixth.body.errors[0]?.key).toBe('account_locked');
  });

  test('A11 without a trusted proxy no header counts', async () => {
    const bare = await aParley();
    try {
      const { email } = await aPerson(bare);
      for (let i = 0; i < 5; i++) await call(bare.stranger(), 'auth/login', { email, password: 'x' }, `1.2.3.${i}`);
      const sixth = await call(bare.stranger(), 'auth/login', { email, password }, '1.2.3.99');
      expect(sixth.body.errors[0]?.key).toBe('account_locked');
    } finally {
      await bare.close();
    }
  });
});

describe('A14 a megabyte', () => {
  test('of password, address or name is refused at once, and nothing is hashed or kept', async () => {
    const long = 'aA1!'.repeat(250_000);
    const before = await rowCounts(at);
    const good = { name: 'Olena', email_confirmation: 'long@lumenoak.test', raw_password: password };
    for (const [path, data, field] of [
      ['auth/login', { email: 'a@b.test', password: long }, 'data.password'],
      ['auth/login', { email: `${long}@b.test`, password: 'x' }, 'data.email'],
      ['auth/login', { email: 'a'.repeat(1_000_000), password: 'x' }, 'data.email'],
      ['auth/login', { email: `${'a.'.repeat(500_000)}@b.test`, password: 'x' }, 'data.email'],
      ['users/registration', { ...good, raw_password: long }, 'data.raw_password'],
      ['users/registration', { ...good, name: long }, 'data.name'],
      ['users/registration', { ...good, email_confirmation: `${long}@b.test` }, 'data.email_confirmation'],
      ['email-confirmation/confirm', { key: long }, 'data.key'],
    ] as const) {
      const started = performance.now();
      const answer = await call(at.stranger(), path, data, '10.0.4.1');
      expect(answer.status, answer.text.slice(0, 300)).toBe(422);
      expect(answer.body.errors[0]?.field).toBe(field);
      expect(performance.now() - started).toBeLessThan(10_000);
    }
    expect(await rowCounts(at)).toEqual(before);
  });

  test.each([
    ['too short', 'aA1!aA1!aA1'],
    ['without a digit', 'walnut-table-oak'],
    ['without a letter', '1234567890-12'],
    ['without a sign', 'walnut7table7oak'],
    ['with half a letter', 'walnut-table-7\uD800'],
  ])('a password %s is refused', async (_what, raw_password) => {
    const data = { name: 'Olena', email_confirmation: 'weak@lumenoak.test', raw_password };
    const answer = await call(at.stranger(), 'users/registration', data, '10.0.4.2');
    expect(answer.body.errors).toEqual([expect.objectContaining({ key: 'password_rule', field: 'data.raw_password' })]);
  });
});

describe('A15 sessions', () => {
  test('start anew with each sign-in; the browser’s earlier one is over, a planted one never was', async () => {
    const { email, api } = await aPerson(at, 'Session', 'session@lumenoak.test');
    const first = api.cookie;
    await call(api, 'auth/login', { email, password }, '10.0.5.1');
    expect(api.cookie).not.toBe(first);
    const planted = at.stranger();
    for (const cookie of [
      first,
      'parley=x',
      'parley=',
      `parley=${'A'.repeat(43)}`,
      `parley=${'A'.repeat(500)}`,
      `parley=${first.slice(7, -1)}`,
      'parley=%00',
      'parley=../x',
      '__Host-parley=x',
    ]) {
      planted.cookie = cookie;
      expect((await planted.call('users/self')).status, cookie).toBe(401);
    }
    expect((await api.call('users/self')).status).toBe(200);
    const kept = api.cookie;
    await api.call('auth/logout');
    api.cookie = kept;
    expect((await api.call('users/self')).status).toBe(401);
  });

  test('two browsers of one person do not end each other', async () => {
    const { email, api } = await aPerson(at, 'Twofold', 'twofold@lumenoak.test');
    const other = at.stranger();
    await call(other, 'auth/login', { email, password }, '10.0.5.2');
    expect((await api.call('users/self')).status).toBe(200);
    await other.call('auth/logout');
    expect((await api.call('users/self')).status).toBe(200);
  });

  test('are kept as hashes, by cookies that no script reads and no other site sends', async () => {
    const { email } = await aPerson(at, 'Cookie', 'cookie@lumenoak.test');
    const answer = await login(email, password, '10.0.5.3');
    const line = sessionCookie(answer);
    expect(line).toMatch(/^parley=[A-Za-z0-9_-]{43};/);
    expect(line.toLowerCase().split('; ').slice(1).sort()).toEqual(['httponly', 'path=/', 'samesite=lax']);
    const token = /=([^;]+)/.exec(line)?.[1] ?? '';
    const rows = await at.db.read<{ all: string }>(
      'system',
      sql`select coalesce(json_agg(s)::text, '') || (select coalesce(json_agg(u)::text, '') from users u) as all from sessions s`,
    );
    expect(rows[0]?.all).not.toContain(token);
    expect(rows[0]?.all).not.toContain(password);
    expect(rows[0]?.all).toContain('$argon2id$');
  });

  test('on a public address cookies are Secure and bound to the host', async () => {
    const secure = await aParley({ env: { PUBLIC_URL: 'https://desk.lumenoak.test' } });
    try {
      const answer = await secure
        .stranger()
        .call('users/registration', { name: 'Olena', email_confirmation: 'o@lumenoak.test', raw_password: password });
      const line = sessionCookie(answer);
      expect(line).toMatch(/^__Host-parley=/);
      expect(line.toLowerCase().split('; ')).toEqual(
        expect.arrayContaining(['httponly', 'path=/', 'samesite=lax', 'secure']),
      );
      expect(line.toLowerCase()).not.toContain('domain=');
    } finally {
      await secure.close();
    }
  });

  test('that ran out are over', async () => {
    const { id, api } = await aPerson(at, 'Expired', 'expired@lumenoak.test');
    await at.db.transaction('system', (tx) => tx.run(sql`update sessions set expires = now() where user_id = ${id}`));
    at.wake.nudge('sessions');
    expect((await api.call('users/self')).status).toBe(401);
  });
});

describe('A18 confirmation keys', () => {
  test('are long, kept as hashes, used once, and newer ones end older ones', async () => {
    const api = at.stranger();
    const email = 'confirm@lumenoak.test';
    expect((await register(api, email)).status).toBe(200);
    expect((await api.call('users/self')).body.data.user).toMatchObject({ email: null, email_confirmation: email });
    const first = await keyIn(email);
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const kept = await at.db.read<{ all: string }>(
      'system',
      sql`select json_agg(c)::text as all from email_confirmations c`,
    );
    expect(kept[0]?.all).not.toContain(first);

    const early = await api.get('email-confirmation/send');
    expect(early.body.data.next_try_in_seconds).toBeGreaterThan(50);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update email_confirmations set added = now() - interval '2 minutes'`),
    );
    await api.get('email-confirmation/send');
    const second = await keyIn(email);
    expect(second).not.toBe(first);
    const confirm = (key: unknown) => call(at.stranger(), 'email-confirmation/confirm', { key }, '10.0.6.1');
    expect((await confirm(first)).body.errors[0]).toMatchObject({ key: 'confirmation_expired', field: 'data.key' });

    for (const wrong of ['', ' ', null, [], {}, { $ne: 1 }, [second], true, 0]) {
      expect((await confirm(wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    for (const wrong of [
      '%',
      '*',
      second.slice(0, -1),
      `${second}x`,
      ` ${second}`,
      second.toLowerCase(),
      second.toUpperCase(),
      `${second}\0`,
      'undefined',
      'null',
    ]) {
      expect((await confirm(wrong)).body.errors[0]?.key, wrong).toMatch(/confirmation_expired/);
    }
    expect((await api.call('users/self')).body.data.user.email).toBeNull();

    expect((await confirm(second)).body.data).toEqual({ email });
    expect((await api.call('users/self')).body.data.user.email).toBe(email);
    // Said again within the day it does nothing more: a preview of the mail may have opened the link first.
    const [before] = await at.db.read('system', sql`select * from users where email = ${email}`);
    await confirm(second);
    expect((await at.db.read('system', sql`select * from users where email = ${email}`))[0]).toEqual(before);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update email_confirmations set used = now() - interval '2 days'`),
    );
    expect((await confirm(second)).body.errors[0]?.key).toBe('confirmation_expired');
  });

  test('fifty at once confirm once', async () => {
    const email = 'race@lumenoak.test';
    await register(at.stranger(), email);
    const key = await keyIn(email);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => call(at.stranger(), 'email-confirmation/confirm', { key }, `10.0.7.${i}`)),
    );
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    const events = await at.db.read(
      'system',
      sql`select 1 from events e join users u on u.id = e.user_id where u.email = ${email} and e.action = 'updated'`,
    );
    expect(events).toHaveLength(1);
  });

  test('live a day', async () => {
    const email = 'late@lumenoak.test';
    await register(at.stranger(), email);
    const [row] = await at.db.read<{ hours: number }>(
      'system',
      sql`select extract(epoch from expires - now()) / 3600 as hours from email_confirmations order by added desc limit 1`,
    );
    expect(Number(row?.hours)).toBeGreaterThan(23);
    expect(Number(row?.hours)).toBeLessThanOrEqual(24);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update email_confirmations set expires = now() where used is null`),
    );
    const answer = await call(at.stranger(), 'email-confirmation/confirm', { key: await keyIn(email) }, '10.0.6.2');
    expect(answer.body.errors[0]?.key).toBe('confirmation_expired');
  });

  test('travel in links to our own address, whatever the request says of the host', async () => {
    const email = 'hosted@lumenoak.test';
    await register(at.stranger(), email, {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      referer: 'https://evil.test/',
    });
    expect((await linkIn(email)).origin).toBe(new URL(at.parley.url).origin);
  });

  test('are asked for before anything is founded', async () => {
    const api = at.stranger();
    await register(api, 'eager@lumenoak.test');
    const answer = await api.post('companies/create', { data: [{ company_name: 'Eager', case_prefix: 'EA' }] });
    expect([answer.status, answer.body.errors[0]?.key]).toEqual([403, 'email_not_confirmed']);
  });
});

describe('A20 an address that somebody else typed', () => {
  test('belongs to nobody a day later: password and sessions of whoever typed it are gone', async () => {
    const attacker = at.stranger();
    await register(attacker, 'claimed@lumenoak.test');
    expect((await register(at.stranger(), 'Claimed@Lumenoak.test')).body.errors[0]).toMatchObject({
      key: 'email_taken',
      field: 'data.email_confirmation',
    });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update users set added = now() - interval '25 hours' where email = 'claimed@lumenoak.test'`),
    );
    const rightful = at.stranger();
    expect((await register(rightful, 'claimed@lumenoak.test')).status).toBe(200);
    at.wake.nudge('sessions');
    expect((await attacker.call('users/self')).status).toBe(401);
    expect((await rightful.call('users/self')).status).toBe(200);
  });

  test('fifty registrations at once make one account', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(at.stranger(), 'twin@lumenoak.test')));
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(11).fill(422)]);
  });
});

test('a crowd of attempts from one address is slowed down, and told until when', async () => {
  let last: Answer | undefined;
  for (let i = 0; i < 61; i++) last = await call(at.stranger(), 'email-confirmation/confirm', { key: 'x' }, '10.0.8.1');
  expect([last?.status, last?.body.errors[0]?.key]).toEqual([429, 'too_many_requests']);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(at.stranger(), 'email-confirmation/confirm', { key: 'x' }, '10.0.8.2')).status).toBe(422);
});
