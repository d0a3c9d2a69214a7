import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aSocket } from './a-socket.ts';
import { lettersTo } from './account-letters.ts';
import { anAuthenticator } from './an-authenticator.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await aPerson(at, 'First', 'first@lumenoak.test');
});
afterAll(() => at?.close());

const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const from = callsFrom('10.4');
const login = (email: string, secret: string, ip: string, api = at.stranger()) =>
  from(api, 'auth/login', { email, password: secret }, ip);
const key = (answer: Answer) => answer.body.errors?.[0]?.key ?? 'none';
const fails = async (email: string, ip: string, times: number) => {
  for (let i = 0; i < times; i++) expect(key(await login(email, `wrong-${i}`, ip))).toBe('incorrect_credentials');
};
const lockLettersTo = async (email: string) =>
  (await lettersTo(at, email)).filter((one) => one.subject.includes('locked'));
const unlockKeyIn = async (email: string) =>
  /\/v1\/unlock\/(\S+)/.exec((await lockLettersTo(email)).at(-1)?.text ?? '')?.[1] ?? '';

describe('A11 the lock', () => {
  test('says SPEC’s words and the seconds that are left, and ends by the database’s clock (F12)', async () => {
    const { email } = await aPerson(at, 'Words', 'words@lumenoak.test');
    await fails(email, '10.2.0.1', 5);
    const locked = await login(email, password, '10.2.0.1');
    expect(locked.body.errors[0]).toMatchObject({
      key: 'account_locked',
      message:
        "You've exceeded the maximum number of login attempts... sign-in has been temporarily disabled. Please try again in 30 minutes.",
    });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(1790);
    await system(sql`update sign_in_failures set locked_until = locked_until - interval '20 minutes'`);
    const later = await login(email, password, '10.2.0.1');
    expect(Number(later.headers.get('retry-after')), 'trying goes on does not make it longer').toBeLessThanOrEqual(600);
    await system(sql`update sign_in_failures set locked_until = locked_until - interval '10 minutes'`);
    expect((await login(email, password, '10.2.0.1')).status).toBe(200);
  });

  test('forgets after half an hour, and at once when the password is right', async () => {
    const { email } = await aPerson(at, 'Forget', 'forget@lumenoak.test');
    await fails(email, '10.2.0.2', 4);
    expect((await login(email, password, '10.2.0.2')).status).toBe(200);
    await fails(email, '10.2.0.2', 4);
    await system(sql`update sign_in_failures set since = since - interval '31 minutes' where email = ${email}`);
    await fails(email, '10.2.0.2', 4);
    expect((await login(email, password, '10.2.0.2')).status).toBe(200);
  });

  test('fifty wrong passwords at once get five tries and no more', async () => {
    const { id, email } = await aPerson(at, 'Crowd', 'crowd@lumenoak.test');
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => login(email, `wrong-${i}`, '10.2.0.3')));
    const keys = answers.map(key);
    expect(keys.filter((one) => one === 'incorrect_credentials')).toHaveLength(5);
    expect(keys.filter((one) => one === 'account_locked')).toHaveLength(45);
    const tried = await at.db.read(
      'system',
      sql`select 1 from events where action = 'sign_in_failed' and entity_id = ${id}`,
    );
    expect(tried).toHaveLength(5);
  });

  test('a crowd of right passwords locks nobody', async () => {
    const { email } = await aPerson(at, 'Office', 'office@lumenoak.test');
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, password, '10.2.0.4')));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
  });

  test('holds for an address after twenty, whatever the accounts; one’s own right password does not reset it', async () => {
    const { email } = await aPerson(at, 'Attacker', 'attacker@lumenoak.test');
    for (let i = 0; i < 19; i++) await fails(`spray${i}@lumenoak.test`, '10.2.0.5', 1);
    expect((await login(email, password, '10.2.0.5')).status).toBe(200);
    await fails('spray19@lumenoak.test', '10.2.0.5', 1);
    expect(key(await login(email, password, '10.2.0.5'))).toBe('account_locked');
    expect((await login(email, password, '10.2.0.6')).status).toBe(200);
  });

  test('counts an IPv6 network as one address, and a mapped address as the one it is', async () => {
    const { email } = await aPerson(at, 'Six', 'six@lumenoak.test');
    for (let i = 0; i < 5; i++) await fails(email, `2001:db8:1:2:${i}::${i}`, 1);
    expect(key(await login(email, password, '2001:db8:1:2:ffff::1'))).toBe('account_locked');
    expect((await login(email, password, '2001:db8:1:3::1')).status).toBe(200);
    await fails(email, '::ffff:10.2.0.7', 3);
    await fails(email, '10.2.0.7', 2);
    expect(key(await login(email, password, '10.2.0.7'))).toBe('account_locked');
  });

  test('is shared by processes: it lies in the database', async () => {
    const { email } = await aPerson(at, 'Shared', 'shared@lumenoak.test');
    await fails(email, '10.2.0.8', 5);
    const [row] = await at.db.read<{ failures: number; is_locked: boolean }>(
      'system',
      sql`select failures, locked_until > now() as is_locked from sign_in_failures where email = ${email}`,
    );
    expect(row).toEqual({ failures: 5, is_locked: true });
  });
});

describe('unlocking by letter', () => {
  test('opens the account from everywhere, once; strangers get no letter', async () => {
    const { email } = await aPerson(at, 'Letter', 'letter@lumenoak.test');
    await fails(email, '10.3.0.1', 5);
    await fails('nobody@lumenoak.test', '10.3.0.1', 5);
    expect(await lockLettersTo('nobody@lumenoak.test')).toEqual([]);
    const [letter] = await lockLettersTo(email);
    expect(letter?.text).toContain('10.3.0.1');
    const unlockKey = await unlockKeyIn(email);
    expect(unlockKey).toMatch(/^[\w-]{43}$/);
    const kept = await at.db.read<{ all: string }>('system', sql`select json_agg(l)::text as all from unlock_links l`);
    expect(kept[0]?.all).not.toContain(unlockKey);

    const open = (given: unknown) => from(at.stranger(), 'locked-account/open', { key: given }, '10.3.0.2');
    for (const wrong of [`${unlockKey}x`, unlockKey.toLowerCase(), '%', 'null'])
      expect(key(await open(wrong))).toBe('unlock_expired');
    for (const wrong of ['', null, [], { $ne: 1 }]) expect((await open(wrong)).status).toBe(422);
    expect(key(await login(email, password, '10.3.0.1'))).toBe('account_locked');
    expect((await open(unlockKey)).status).toBe(200);
    expect((await login(email, password, '10.3.0.1')).status).toBe(200);

    // Used up: it opens no later lock. That one has a letter of its own.
    await fails(email, '10.3.0.1', 5);
    expect((await open(unlockKey)).status).toBe(200);
    expect(key(await login(email, password, '10.3.0.1'))).toBe('account_locked');
    const later = await unlockKeyIn(email);
    expect(later).not.toBe(unlockKey);
    await system(sql`update unlock_links set expires = now()`);
    expect(key(await open(later))).toBe('unlock_expired');
  });

  test('fills nobody’s inbox, from however many places they are tried', async () => {
    const { email } = await aPerson(at, 'Inbox', 'inbox@lumenoak.test');
    for (let i = 0; i < 7; i++) await fails(email, `10.3.1.${i}`, 5);
    expect(await lockLettersTo(email)).toHaveLength(5);
  });
});

describe('A10 A12 the list of locks', () => {
  test('is for operators of the installation, shows what was tried as it was typed, and unlocks by address', async () => {
    const operator = at.stranger();
    await login('first@lumenoak.test', password, '10.4.0.1', operator);
    const { email, api } = await aPerson(at, 'Owner', 'owner@lumenoak.test');
    await api.post('companies/create', { data: [{ company_name: 'Owned', case_prefix: 'OW' }] });
    for (const path of ['locked-account/list', 'locked-account/unlock']) {
      expect((await api.call(path, path.endsWith('unlock') ? { ips: ['10.4.0.2'] } : {})).status, path).toBe(403);
      expect((await at.stranger().call(path, { ips: ['10.4.0.2'] })).status, path).toBe(401);
    }
    await fails(email, '10.4.0.2', 5);
    await fails(email, '2001:db8:9:9::9', 5);
    const listed = (await operator.call('locked-account/list')).body.data.locked;
    expect(listed).toContainEqual(expect.objectContaining({ ip: '10.4.0.2', email, failures: 5 }));
    expect(listed).toContainEqual(expect.objectContaining({ ip: '2001:db8:9:9::/64', email }));
    expect((await operator.call('locked-account/unlock', { ips: ['10.4.0.2'] })).body.errors[0]?.key).toBe(
      'password_needed',
    );
    await operator.call('auth/confirm-password', { password });
    expect(
      (await operator.call('locked-account/unlock', { ips: ['10.4.0.2', '2001:db8:9:9::1', 'nonsense'] })).body.data,
    ).toEqual({ unlocked: 2 });
    expect((await login(email, password, '10.4.0.2')).status).toBe(200);
    const events = await at.db.read('system', sql`select 1 from events where action = 'address_unlocked'`);
    expect(events).toHaveLength(2);
  });
});

describe('sessions', () => {
  const agents = {
    chrome:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    phone:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  };
  const loginWith = (api: ApiClient, email: string, ip: string, userAgent: string) =>
    api.send('auth/login', JSON.stringify({ data: { email, password } }), {
      'content-type': 'application/json',
      'x-forwarded-for': ip,
      'user-agent': userAgent,
    });
  const newDeviceLetters = async (email: string) =>
    (await lettersTo(at, email)).filter((one) => one.subject.startsWith('A new device'));

  test('are listed by device and place, and ended one by one or all others; their sockets too, within a second (A9, A44)', async () => {
    const { email, api } = await aPerson(at, 'Places', 'places@lumenoak.test');
    const [work, phone] = [at.stranger(), at.stranger()];
    await loginWith(work, email, '8.8.8.8', agents.chrome);
    await loginWith(phone, email, '91.198.36.14', agents.phone);
    await tellTrail(at);
    const { sessions: listed, last_sign_in } = (await work.call('sessions/get')).body.data;
    expect(last_sign_in, 'not of the phone, which came after').toMatchObject({ ip: '127.0.0.1', browser: null });
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({
      is_current: true,
      browser: 'Chrome',
      system: 'Windows',
      kind: 'desktop',
      ip: '8.8.8.8',
      country: 'US',
    });
    const ofPhone = listed.find((one: { kind: string }) => one.kind === 'phone');
    expect(ofPhone).toMatchObject({ is_current: false, browser: 'Safari', system: 'iOS', country: 'UA' });

    const stranger = await aPerson(at, 'Foreign', 'foreign@lumenoak.test');
    expect((await stranger.api.call('sessions/end', { id: ofPhone.id })).status).toBe(404);
    const socket = await aSocket(at.listening, { cookie: phone.cookie });
    const started = performance.now();
    expect((await work.call('sessions/end', { id: ofPhone.id })).status).toBe(200);
    expect(await socket.closed()).toBe(4401);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect((await phone.call('users/self')).status).toBe(401);
    // Signed out or ended: who was in before is still told of, and not who failed to come in.
    const later = at.stranger();
    await login(email, 'not her password', '8.8.4.4');
    await loginWith(later, email, '8.8.8.8', agents.chrome);
    await tellTrail(at);
    expect((await later.call('sessions/get')).body.data.last_sign_in).toMatchObject({
      ...{ browser: 'Safari', system: 'iOS', kind: 'phone', ip: '91.198.36.14', country: 'UA' },
      at: ofPhone.added,
    });
    await later.call('auth/logout');

    const other = await aSocket(at.listening, { cookie: api.cookie });
    expect((await work.call('sessions/end-others')).body.data).toEqual({ ended: 1 });
    expect(await other.closed()).toBe(4401);
    expect((await api.call('users/self')).status).toBe(401);
    expect((await work.call('users/self')).status).toBe(200);
  });

  test('signing out closes the sockets of every tab of that browser, and of no other', async () => {
    const { email, api } = await aPerson(at, 'Tabs', 'tabs@lumenoak.test');
    const other = at.stranger();
    await login(email, password, '10.6.0.1', other);
    const tabs = await Promise.all([1, 2].map(() => aSocket(at.listening, { cookie: api.cookie })));
    const elsewhere = await aSocket(at.listening, { cookie: other.cookie });
    await api.call('auth/logout');
    for (const tab of tabs) expect(await tab.closed()).toBe(4401);
    expect(elsewhere.ws.readyState).toBe(elsewhere.ws.OPEN);
    await elsewhere.close();
  });

  test('from a device that is new are told by letter, but not the first; the same browser is known again', async () => {
    const { email, api } = await aPerson(at, 'Device', 'device@lumenoak.test');
    expect(await newDeviceLetters(email)).toEqual([]);
    await login(email, password, '10.6.0.2', api);
    expect(await newDeviceLetters(email), 'known by its cookie').toEqual([]);
    const thief = at.stranger();
    await loginWith(thief, email, '91.198.36.14', agents.phone);
    const [letter, ...more] = await newDeviceLetters(email);
    expect(more).toEqual([]);
    expect(letter?.text).toContain('Safari on iOS');
    expect(letter?.text).toContain('91.198.36.14, Ukraine');
    expect(letter?.text).toContain('/v1/security');
    expect(letter?.html).toContain('<html lang="en">');
    await loginWith(thief, email, '91.198.36.15', agents.phone);
    expect(await newDeviceLetters(email)).toHaveLength(1);
  });

  test('with two-factor are new only once the code was right', async () => {
    const { id, email, api } = await aPerson(at, 'Careful', 'careful@lumenoak.test');
    const phone = await anAuthenticator(at, { id, api });
    const other = at.stranger();
    await login(email, password, '10.6.0.3', other);
    expect(await newDeviceLetters(email)).toEqual([]);
    await from(other, 'google2fa/check', { code: await phone.nextCode() }, '10.6.0.3');
    expect(await newDeviceLetters(email)).toHaveLength(1);
  });
});
