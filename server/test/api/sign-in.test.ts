import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { passwordCost } from '#domain/accounts/passwords.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
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

/** Whether somebody waits for what the transaction has locked. */
const isWaitedFor = async (tx: Tx): Promise<boolean> =>
  (await tx.row(sql`select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`)) !== undefined;

const sessionCookie = (answer: Answer): string =>
  answer.headers.getSetCookie().find((line) => /^(__Host-)?parley=/.test(line)) ?? '';

test('a password that was hashed when hashing cost less is hashed anew when it is next right, and stays right', async () => {
  const { id, email } = await aPerson(at, 'Long Ago', 'long-ago@lumenoak.test');
  const old = await hash(password, { ...passwordCost, memoryCost: passwordCost.memoryCost / 2 });
  const stored = async (): Promise<string> => {
    const [row] = await at.db.read<{ password_hash: string }>(
      'system',
      sql`select password_hash from users where id = ${id}`,
    );
    return row?.password_hash ?? '';
  };
  await at.db.transaction('system', (tx) => tx.run(sql`update users set password_hash = ${old} where id = ${id}`));
  expect((await login(email, 'not-the-password-1', '10.0.12.1')).status).toBe(401);
  expect(await stored()).toBe(old);
  expect((await login(email, password, '10.0.12.1')).status).toBe(200);
  const renewed = await stored();
  expect(renewed).toContain(`$m=${passwordCost.memoryCost},t=${passwordCost.timeCost},p=1$`);
  expect((await login(email, password, '10.0.12.1')).status).toBe(200);
  expect(await stored()).toBe(renewed);
});

describe('A13 a wrong password', () => {
  test('tells nobody whether the account exists: same status, body and headers', async () => {
    const known = await aPerson(at, 'Known', 'known@lumenoak.test');
    const shapes = new Set<string>();
    for (const email of [known.email, 'nobody@lumenoak.test', known.email, 'nobody-else@lumenoak.test']) {
      const answer = await login(email, 'not-the-password-1', '10.0.0.1');
      shapes.add(`${answer.status} ${answer.text} ${[...answer.headers.keys()].sort()}`);
    }
    expect([...shapes]).toHaveLength(1);
    expect([...shapes][0]).toContain('401 {"success":false,"errors":[{"key":"incorrect_credentials"');
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
  test.each(['a browser that is known', 'a browser that is new'])(
    'that a password would have opened in the moment in which it is changed are none: %s',
    async (browser) => {
      const { id, email, api } = await aPerson(at, 'Changing', `changing-${browser.at(-1)}@lumenoak.test`);
      const known: Record<string, string> = browser === 'a browser that is known' ? { cookie: api.device } : {};
      const other = await hash('not-the-password-1', { ...passwordCost });
      let answer: Promise<Answer> | undefined;
      await at.db.transaction('system', async (tx) => {
        await tx.run(sql`update users set updated = now() where id = ${id}`);
        answer = call(at.stranger(), 'auth/login', { email, password }, '10.0.15.9', known);
        await waitUntil(() => isWaitedFor(tx), { what: 'the sign-in to wait' });
        await tx.run(sql`update users set password_hash = ${other} where id = ${id}`);
        await tx.run(sql`delete from sessions where user_id = ${id}`);
      });
      expect((await answer)?.body.errors?.[0]?.key).toBe('incorrect_credentials');
      expect(await at.db.read('system', sql`select 1 from sessions where user_id = ${id}`)).toEqual([]);
    },
  );

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

  test.each([
    ['400 days back', -400 * 24],
    ['2 hours ahead', 2],
    ['40 days ahead', 40 * 24],
  ])('F12 a clock that jumps %s ends no session and wakes none up; a lock stays as long', async (_name, hours) => {
    const { id, email, api } = await aPerson(at, `Clock ${hours}`, `clock${hours}@lumenoak.test`);
    const over = at.stranger();
    expect((await over.call('auth/login', { email, password })).status).toBe(200);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update sessions set expires = now() - interval '1 second' where id = (select max(id) from sessions where user_id = ${id})`,
      ),
    );
    for (let i = 0; i < 5; i++) await login(email, 'wrong-guess-1!', '10.12.0.1');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    try {
      at.wake.nudge('sessions');
      expect((await api.call('users/self')).status).toBe(200);
      expect((await over.call('users/self')).status).toBe(401);
      expect((await login(email, password, '10.12.0.1')).status).toBe(429);
      expect((await login(email, password, '10.12.0.2')).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('where no single sign-on is set up, its calls say so, and how to come in', async () => {
  for (const [path, data] of [
    ['sso/begin', {}],
    ['sso/finish', { search: '?' }],
    ['sso/link', { password }],
  ] as const) {
    const { status, body } = await call(at.stranger(), path, data, '10.0.9.1');
    expect([path, status, body.errors[0]?.key]).toEqual([path, 404, 'sso_off']);
  }
});

test('a crowd of attempts from one address is slowed down, and told until when', async () => {
  let last: Answer | undefined;
  for (let i = 0; i < 61; i++) last = await call(at.stranger(), 'email-confirmation/check', { key: 'x' }, '10.0.8.1');
  expect([last?.status, last?.body.errors[0]?.key]).toEqual([429, 'too_many_requests']);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(at.stranger(), 'email-confirmation/check', { key: 'x' }, '10.0.8.2')).status).toBe(422);
});
