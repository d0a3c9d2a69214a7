import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { sql } from '#platform/sql.ts';
import { aSocket } from './a-socket.ts';
import { aHouse, countLetters, keyIn, letterTo, linkIn } from './account-letters.ts';
import type { Answer } from './api-client.ts';
import { rowCounts } from './everything-of.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  // The tests play a trusted proxy, so that each can come from addresses of its own.
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => at?.close());

const call = callsFrom('10.8');
const login = (email: string, secret: string, ip?: string) =>
  call(at.stranger(), 'auth/login', { email, password: secret }, ip);
const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const later = () => system(sql`update password_resets set added = added - interval '61 seconds'`);

/** What the worker does. */
async function answerRequests() {
  while (await answerRecoveryRequest(at.db, () => aHouse(at)));
}
/** A token of a letter that somebody asked for now. */
async function forgets(email: string, more: Record<string, string> = {}): Promise<string> {
  await later();
  const answer = await call(at.stranger(), 'forgot/email', { email }, undefined, more);
  expect(answer.status, answer.text).toBe(200);
  await answerRequests();
  return keyIn(at, email);
}
const next = 'maple-chair-9-pine';
const twice = (chosen = next) => ({ password: chosen, password_confirmation: chosen });
const reset = (token: unknown, chosen = next) => call(at.stranger(), 'forgot/password', { token, ...twice(chosen) });

describe('A18 a forgotten password', () => {
  test('is changed by a letter: long tokens, kept as hashes, one use, newer ones end older ones', async () => {
    const { email, api } = await aPerson(at, 'Olena', 'olena@lumenoak.test');
    const first = await forgets('Olena@LumenOak.test');
    const second = await forgets(email);
    expect(second).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await linkIn(at, email)).href).toBe(`${at.parley.url}/v1/restore/${second}`);
    const kept = await at.db.read<{ all: string }>(
      'system',
      sql`select json_agg(r)::text as all from password_resets r`,
    );
    expect(kept[0]?.all).not.toContain(second);

    expect((await reset(first)).body.errors[0]).toEqual({
      key: 'reset_expired',
      message: 'The password reset link has expired',
      field: 'data.token',
    });
    for (const path of ['forgot/check', 'forgot/password']) {
      const more = path.endsWith('password') ? twice() : {};
      for (const wrong of ['', null, [], {}, { $ne: 1 }, [second], true, 0]) {
        const answer = await call(at.stranger(), path, { token: wrong, ...more });
        expect([answer.status, answer.body.errors[0]?.field], JSON.stringify(wrong)).toEqual([422, 'data.token']);
      }
      for (const wrong of [
        ' ',
        '%',
        '*',
        '_',
        second.slice(0, -1),
        `${second}x`,
        second.toLowerCase(),
        `${second}\0`,
      ]) {
        const answer = await call(at.stranger(), path, { token: wrong, ...more });
        expect(answer.body.errors[0]?.key, wrong).toBe('reset_expired');
      }
    }
    expect((await call(at.stranger(), 'forgot/check', { token: second })).body.data).toEqual({ email });

    expect((await reset(second)).body.data).toEqual({ email });
    expect((await letterTo(at, email)).subject).toBe('Your Parley password was changed');
    expect((await reset(second, 'cedar-shelf-5-ash')).body.errors[0]?.key).toBe('reset_expired');
    const checked = await call(at.stranger(), 'forgot/check', { token: second });
    expect([checked.body.errors?.[0]?.key, checked.text.includes(email)]).toEqual(['reset_expired', false]);
    expect((await api.call('users/self')).status, 'sessions end').toBe(401);
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, next)).status).toBe(200);
  });

  test('tokens live an hour, and only while the address is the account’s', async () => {
    const { id, email } = await aPerson(at, 'Hours', 'hours@lumenoak.test');
    const token = await forgets(email);
    const [row] = await at.db.read<{ minutes: number }>(
      'system',
      sql`select extract(epoch from expires - now()) / 60 as minutes from password_resets where user_id = ${id}`,
    );
    expect(Number(row?.minutes)).toBeGreaterThan(59);
    expect(Number(row?.minutes)).toBeLessThanOrEqual(60);
    await system(sql`update users set email = 'elsewhere@lumenoak.test' where id = ${id}`);
    expect((await reset(token)).body.errors[0]?.key).toBe('reset_expired');
    await system(sql`update users set email = ${email} where id = ${id}`);
    await system(sql`update password_resets set expires = now() where user_id = ${id}`);
    expect((await reset(token)).body.errors[0]?.key).toBe('reset_expired');
    expect((await login(email, password)).status).toBe(200);
  });

  test('A51 fifty uses at once leave one password, and it is the one that was told so', async () => {
    const { email } = await aPerson(at, 'Race', 'race@lumenoak.test');
    const token = await forgets(email);
    const chosen = Array.from({ length: 50 }, (_, i) => `cedar-shelf-${i}-ash`);
    const answers = await Promise.all(chosen.map((one) => reset(token, one)));
    const winners = chosen.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    const losers = answers.filter((one) => one.status !== 200).map((one) => one.body.errors[0]?.key);
    expect(new Set(losers)).toEqual(new Set(['reset_expired']));
    expect((await login(email, winners[0] ?? '')).status).toBe(200);
  });

  test('leads to the configured address, whatever the request says of the host', async () => {
    const { email } = await aPerson(at, 'Hosted', 'hosted@lumenoak.test');
    await forgets(email, {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test;proto=https',
      'x-original-host': 'evil.test',
      referer: 'https://evil.test/v1/forgot',
    });
    const { html, text } = await letterTo(at, email);
    expect(html + text).not.toContain('evil.test');
    expect((await linkIn(at, email)).origin).toBe(new URL(at.parley.url).origin);
    const bodyLink = await call(at.stranger(), 'forgot/email', { email, url: 'https://evil.test/' });
    expect(bodyLink.body.errors[0]).toMatchObject({ key: 'unknown_field', field: 'data.url' });
  });

  test('ends open sockets and what was trusted, and lets in who was locked out (A12)', async () => {
    const { id, email, api } = await aPerson(at, 'Locked', 'locked@lumenoak.test');
    await system(
      sql`insert into devices (token_hash, user_id, ip, user_agent, trusted_until) values ('\\x01', ${id}, '10.0.0.1', 'x', now() + interval '30 days')`,
    );
    const socket = await aSocket(at.listening, { cookie: api.cookie });
    for (let i = 0; i < 5; i++) await login(email, `wrong-${i}`, '10.7.0.1');
    expect((await login(email, password, '10.7.0.1')).status).toBe(429);
    expect((await letterTo(at, email)).subject).toContain('locked');
    await reset(await forgets(email));
    expect(await socket.closed()).toBe(4401);
    expect((await login(email, next, '10.7.0.1')).status).toBe(200);
    expect(
      await at.db.read('system', sql`select 1 from devices where user_id = ${id} and trusted_until is not null`),
    ).toEqual([]);
  });
});

describe('A16 with two-factor on', () => {
  test('a new password is only the first step', async () => {
    const { id, email } = await aPerson(at, 'Nadia', 'nadia@lumenoak.test');
    await system(
      sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${id}, ${at.secrets.seal('JBSWY3DPEHPK3PXP', `two-factor ${id}`)}, now())`,
    );
    const browser = at.stranger();
    const answer = await call(browser, 'forgot/password', { token: await forgets(email), ...twice() });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie(), 'nobody is signed in by it').toEqual([]);
    const half = await call(browser, 'auth/login', { email, password: next });
    expect(half.body.data.google2fa_required).toBe(true);
    expect((await browser.call('users/self')).body.errors[0]?.key).toBe('google2fa_required');
    for (const [path, data] of [
      ['users/change-password', { old_password: next, ...twice('cedar-shelf-5-ash') }],
      ['users/change-address', { email: 'mallory@evil.test', password: next }],
    ] as const) {
      expect((await browser.call(path, data)).body.errors[0]?.key, path).toBe('google2fa_required');
    }
  });
});

describe('A20 an account that nobody confirmed', () => {
  test('is its address’s owner’s after a reset: confirmed, and nothing of the stranger’s works', async () => {
    const email = 'squatted@lumenoak.test';
    const mallory = at.stranger();
    const typed = { name: 'Mallory at evil.test', email_confirmation: email, raw_password: password };
    expect((await call(mallory, 'users/registration', typed)).status).toBe(200);
    const oldKey = await keyIn(at, email);
    const token = await forgets(email);
    const { html, text } = await letterTo(at, email);
    expect(html + text).not.toContain('evil.test');
    expect((await reset(token)).status).toBe(200);
    expect((await mallory.call('users/self')).status).toBe(401);
    expect((await login(email, password)).status).toBe(401);
    const confirm = await call(mallory, 'email-confirmation/confirm', { key: oldKey, password });
    expect(confirm.body.errors[0]?.key).toBe('confirmation_expired');
    const owner = at.stranger();
    await call(owner, 'auth/login', { email, password: next });
    expect((await owner.call('users/self')).body.data.user.email).toBe(email);
  });
});

describe('A13 who has an account', () => {
  test('is told by no answer of the recovery, and by none of its rows', async () => {
    const { email } = await aPerson(at, 'Known', 'known@lumenoak.test');
    const shapes = new Set<string>();
    const before = await rowCounts(at);
    for (const one of [email, 'nobody@lumenoak.test', email.toUpperCase()]) {
      const answer = await call(at.stranger(), 'forgot/email', { email: one });
      shapes.add(`${answer.status} ${answer.text} ${[...answer.headers.keys()].sort()}`);
    }
    expect([...shapes]).toEqual([expect.stringContaining('200 {"success":true,"data":{}}')]);
    const after = await rowCounts(at);
    expect({ ...after, recovery_requests: 0 }).toEqual({ ...before, recovery_requests: 0 });
    expect(after.recovery_requests).toBe((before.recovery_requests ?? 0) + 3);
    await answerRequests();
    expect(await countLetters(at, 'nobody@lumenoak.test')).toBe(0);
    expect(await countLetters(at, email), 'and a person gets one letter, however often somebody asks').toBe(1);
  });

  test('is not told by time: two hundred requests each, in turns', async () => {
    const { email } = await aPerson(at, 'Timed', 'timed@lumenoak.test');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let i = 0; i < 200; i++) {
      for (const [kind, one] of [
        ['known', email],
        ['unknown', `none${i}@lumenoak.test`],
      ] as const) {
        const started = performance.now();
        await call(at.stranger(), 'forgot/email', { email: one });
        if (i >= 20) times[kind].push(performance.now() - started);
      }
    }
    await system(sql`delete from recovery_requests`);
    // Welch's t without the slowest tenth, which is the machine's; p > 0.01 is |t| < 2.6.
    const trimmed = (all: number[]) => [...all].sort((a, b) => a - b).slice(0, Math.floor(all.length * 0.9));
    const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
    const error = (all: number[]) =>
      all.reduce((sum, one) => sum + (one - mean(all)) ** 2, 0) / (all.length - 1) / all.length;
    const [known, unknown] = [trimmed(times.known), trimmed(times.unknown)];
    const t = (mean(known) - mean(unknown)) / Math.sqrt(error(known) + error(unknown));
    expect(Math.abs(t)).toBeLessThan(4);
  });

  test('an address in Cyrillic letters is named as such', async () => {
    for (const email of ['олена@lumenoak.test', 'olеna@lumenoak.test', 'щдутф']) {
      const answer = await call(at.stranger(), 'forgot/email', { email });
      expect(answer.body.errors).toEqual([expect.objectContaining({ key: 'email_cyrillic', field: 'data.email' })]);
    }
    for (const email of ['', 'olena', 'a@b', 'a b@c.test', 'a@b.test\r\nBcc: c@d.test']) {
      expect((await call(at.stranger(), 'forgot/email', { email })).status, email).toBe(422);
    }
  });

  test('nobody is mailed again and again, and a crowd of requests from one place is slowed down', async () => {
    const { email } = await aPerson(at, 'Bombed', 'bombed@lumenoak.test');
    for (let i = 0; i < 9; i++) await forgets(email);
    expect(await countLetters(at, email)).toBe(5);
    let last: Answer | undefined;
    for (let i = 0; i < 21; i++) last = await call(at.stranger(), 'forgot/email', { email: 'a@b.test' }, '10.7.1.1');
    expect([last?.status, last?.body.errors[0]?.key]).toEqual([429, 'too_many_requests']);
  });
});

describe('the password itself', () => {
  test('is none of the last five, and the first of them may come again after that', async () => {
    const { email } = await aPerson(at, 'History', 'history@lumenoak.test');
    const chosen = [password, ...[1, 2, 3, 4, 5].map((i) => `cedar-shelf-${i}-ash-grove`)];
    for (const one of chosen.slice(1)) {
      expect((await reset(await forgets(email), one)).status).toBe(200);
      await system(sql`update password_resets set added = added - interval '2 hours'`);
    }
    const token = await forgets(email);
    for (const one of chosen.slice(1)) {
      expect((await reset(token, one)).body.errors).toEqual([
        {
          key: 'password_used',
          message: 'This password has already been used, please choose a different one',
          field: 'data.password',
        },
      ]);
    }
    expect((await reset(token, password)).status).toBe(200);
    const [row] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from past_passwords p join users u on u.id = p.user_id where u.email = ${email}`,
    );
    expect(row?.n, 'no more are kept than are compared').toBe(4);
  });

  test('is typed alike twice, follows the rules, and is not easily guessed', async () => {
    const { email } = await aPerson(at, 'Marko', 'marko.shevchuk@lumenoak.test');
    const token = await forgets(email);
    const answer = await call(at.stranger(), 'forgot/password', {
      token,
      password: next,
      password_confirmation: `${next}!`,
    });
    expect(answer.body.errors).toEqual([
      { key: 'passwords_differ', message: 'Passwords don’t match', field: 'data.password_confirmation' },
    ]);
    for (const weak of ['short-1', 'no-digits-at-all', '123456789012', 'walnuttable77oak'])
      expect((await reset(token, weak)).body.errors[0]).toMatchObject({ key: 'password_rule', field: 'data.password' });
    for (const guessable of ['Password123!', 'Qwerty12345!', 'marko.shevchuk1', 'йцукенгшщз1!', 'Ghbdsn-2026!'])
      expect((await reset(token, guessable)).body.errors[0], guessable).toMatchObject({
        key: 'password_guessable',
        field: 'data.password',
      });
    expect((await reset(token)).status).toBe(200);
  });

  test('A14 a megabyte of it is refused before anything is hashed', async () => {
    const long = 'aA1!'.repeat(250_000);
    const before = await rowCounts(at);
    const { api } = await aPerson(at, 'Long', 'long@lumenoak.test');
    const cases = [
      ['forgot/email', { email: `${long}@b.test` }, 'data.email'],
      ['forgot/check', { token: long }, 'data.token'],
      ['forgot/password', { token: long, ...twice() }, 'data.token'],
      ['forgot/password', { token: 'x', ...twice(long) }, 'data.password'],
      ['users/change-password', { old_password: long, ...twice() }, 'data.old_password'],
      ['users/change-password', { old_password: 'x', ...twice(long) }, 'data.password'],
      ['users/change-address', { email: `${long}@b.test`, password }, 'data.email'],
      ['users/change-address', { email: 'a@b.test', password: long }, 'data.password'],
      ['change-address/undo', { key: long }, 'data.key'],
    ] as const;
    for (const [path, data, field] of cases) {
      const answer = await call(api, path, data);
      expect([path, answer.status, answer.body.errors[0]?.field]).toEqual([path, 422, field]);
    }
    const after = await rowCounts(at);
    expect([after.system_mails, after.password_resets]).toEqual([before.system_mails, before.password_resets]);
  });
});

test('A26 a GET of anything here finds nothing and changes nothing', async () => {
  const { email } = await aPerson(at, 'Get', 'get@lumenoak.test');
  const token = await forgets(email);
  const before = await rowCounts(at);
  for (const path of [
    'forgot/email',
    'forgot/check',
    'forgot/password',
    'users/change-password',
    'change-address/undo',
  ])
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
      expect((await at.stranger().request(`${path}?token=${token}`, { method })).status).toBe(404);
  await fetch(`${at.listening}/v1/restore/${token}`);
  expect(await rowCounts(at)).toEqual(before);
  expect((await call(at.stranger(), 'forgot/check', { token })).status).toBe(200);
});

test('an installation that wants it tells whoever forgot a password that an address has no account', async () => {
  const telling = await aParley({ env: { RECOVERY_TELLS_UNKNOWN: 'yes' } });
  try {
    const { email } = await aPerson(telling);
    expect((await telling.stranger().call('forgot/email', { email: email.toUpperCase() })).status).toBe(200);
    const refused = await telling.stranger().call('forgot/email', { email: 'nobody@lumenoak.test' });
    expect([refused.status, refused.body.errors[0]]).toEqual([
      404,
      expect.objectContaining({ key: 'email_unknown', field: 'data.email', message: 'E-mail does not exist' }),
    ]);
  } finally {
    await telling.close();
  }
});
