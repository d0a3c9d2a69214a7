import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { aSocket, knock } from './a-socket.ts';
import * as owed from './account-letters.ts';
import { anAuthenticator } from './an-authenticator.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => at?.close());

const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const from = callsFrom('10.5');
const key = (answer: Answer) => answer.body.errors?.[0]?.key;
const wrong = 'google2fa_code_wrong';

let people = 0;
const somebody = async (name: string) => {
  const person = await aPerson(at, name, `${name.toLowerCase()}.${++people}@lumenoak.test`);
  return { ...person, phone: await anAuthenticator(at, person) };
};
/** A browser that gave the right password and owes the code. */
const halfWay = async (email: string, ip = '10.1.0.1', browser = at.stranger()): Promise<ApiClient> => {
  const answer = await from(browser, 'auth/login', { email, password }, ip);
  expect([answer.status, answer.body.data.google2fa_required], answer.text).toEqual([200, true]);
  return browser;
};
const lettersTo = (email: string) => owed.lettersTo(at, email);

describe('setting two-factor up', () => {
  test('shows a secret until a first code proves it, and recovery codes once', async () => {
    const { id, api } = await aPerson(at, 'Maria', 'maria@lumenoak.test');
    expect((await api.call('google2fa/status')).body.data).toEqual({
      is_on: false,
      is_required: false,
      since: null,
      recovery_codes_left: 0,
      trusted_devices: [],
    });
    const first = await api.call('google2fa/enable');
    const again = await api.call('google2fa/enable');
    expect(again.body.data, 'a page that is loaded again shows the same picture').toEqual(first.body.data);
    const { secret, uri } = first.body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Parley:maria%40lumenoak.test?secret=${secret}&issuer=Parley`);
    expect(
      (await from(at.stranger(), 'auth/login', { email: 'maria@lumenoak.test', password }, '10.1.1.1')).body.data
        .google2fa_required,
      'not on yet',
    ).toBe(false);

    expect(key(await api.call('google2fa/confirm', { code: '000000' }))).toBe('google2fa_code_wrong');
    await system(sql`delete from two_factors where user_id = ${id}`);
    await system(sql`delete from sign_in_failures`);
    const phone = await anAuthenticator(at, { id, api });
    expect(new Set(phone.recoveryCodes).size).toBe(10);
    for (const one of phone.recoveryCodes) expect(one).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect((await api.call('google2fa/status')).body.data).toMatchObject({ is_on: true, recovery_codes_left: 10 });
  });

  test('A17 never tells the secret again, and keeps neither it nor the codes in plain', async () => {
    const { id, api, phone } = await somebody('Secret');
    expect(key(await api.call('google2fa/enable'))).toBe('not_in_this_state');
    expect(key(await api.call('google2fa/confirm', { code: await phone.nextCode() }))).toBe('not_in_this_state');
    const told = [await api.call('google2fa/status'), await api.call('users/self')].map((one) => one.text).join();
    const kept = await at.db.read<{ all: string }>(
      'system',
      sql`select json_build_array((select json_agg(f) from two_factors f), (select json_agg(c) from recovery_codes c),
            (select json_agg(e) from events e))::text as all`,
    );
    for (const hidden of [
      phone.secret,
      ...phone.recoveryCodes,
      ...phone.recoveryCodes.map((c) => c.replace('-', '')),
    ]) {
      expect(told).not.toContain(hidden);
      expect(kept[0]?.all).not.toContain(hidden);
    }
    // The sealed secret of one person is nothing in the row of another.
    const other = await somebody('Other');
    await system(
      sql`update two_factors set sealed_secret = (select sealed_secret from two_factors where user_id = ${other.id}) where user_id = ${id}`,
    );
    const half = await halfWay((await api.call('users/self')).body.data.user.email, '10.1.1.2');
    expect(key(await half.call('google2fa/check', { code: await other.phone.nextCode() }))).toBe(wrong);
  });

  test('what was sealed with another key is a wrong code, as that of a telephone that was lost', async () => {
    const { id, api, phone } = await somebody('Restored');
    const foreign = createSecrets('another key of the tests, long enough').seal(phone.secret, `two-factor ${id}`);
    await system(sql`update two_factors set sealed_secret = ${foreign} where user_id = ${id}`);
    const half = await halfWay((await api.call('users/self')).body.data.user.email, '10.1.1.4');
    const refused = await half.call('google2fa/check', { code: await phone.nextCode() });
    expect([refused.status, key(refused)]).toEqual([422, wrong]);
  });

  test('ends every other session, and gives this one a new token', async () => {
    const person = await aPerson(at, 'Ends', 'ends@lumenoak.test');
    const other = at.stranger();
    await from(other, 'auth/login', { email: person.email, password }, '10.1.1.3');
    const before = person.api.cookie;
    const phone = await anAuthenticator(at, person);
    expect(person.api.cookie).not.toBe(before);
    expect((await person.api.call('users/self')).status).toBe(200);
    expect((await other.call('users/self')).status).toBe(401);
    const planted = at.stranger();
    planted.cookie = before;
    expect((await planted.call('users/self')).status).toBe(401);

    const third = await halfWay(person.email, '10.1.1.3');
    await third.call('google2fa/check', { code: await phone.nextCode() });
    expect((await person.api.call('google2fa/disable', { code: await phone.nextCode() })).status).toBe(200);
    expect((await person.api.call('users/self')).status).toBe(200);
    expect((await third.call('users/self')).status).toBe(401);
    expect((await lettersTo(person.email)).at(-1)?.subject).toContain('Two-factor sign-in was turned off');
  });
});

describe('A17 the code', () => {
  test('opens the whole session, under a new token (A15)', async () => {
    const { email, phone } = await somebody('Whole');
    const half = await halfWay(email);
    const before = half.cookie;
    expect((await half.call('users/self')).status).toBe(403);
    expect((await half.call('google2fa/check', { code: await phone.nextCode() })).status).toBe(200);
    expect(half.cookie).not.toBe(before);
    expect((await half.call('users/self')).status).toBe(200);
    expect((await aSocket(at.listening, { cookie: half.cookie })).events).not.toHaveLength(0);
    const old = at.stranger();
    old.cookie = before;
    expect((await old.call('users/self')).status).toBe(401);
    expect(await knock(at.listening, { cookie: before })).toBe(401);
    expect(key(await half.call('google2fa/check', { code: await phone.nextCode() }))).toBe('not_in_this_state');
  });

  test.each<[string, unknown, string]>([
    ['nothing', '', 'google2fa_code_missing'],
    ['blanks', '   ', 'google2fa_code_missing'],
    ['five digits', '12345', 'google2fa_code_malformed'],
    ['seven digits', '1234567', 'google2fa_code_malformed'],
    ['letters', 'abcdef', 'google2fa_code_malformed'],
    ['other digits', '١٢٣٤٥٦', 'google2fa_code_malformed'],
    ['an object', { $ne: 1 }, 'invalid_value'],
    ['a number', 123456, 'invalid_value'],
    ['null', null, 'invalid_value'],
    ['a megabyte', '1'.repeat(1_000_000), 'too_long'],
  ])('is six digits: %s is refused, and counts for nothing', async (_what, code, why) => {
    const { email } = await somebody('Digits');
    const half = await halfWay(email, '10.1.2.1');
    const answer = await half.call('google2fa/check', { code });
    expect([answer.status, key(answer)], answer.text.slice(0, 200)).toEqual([422, why]);
    expect(answer.body.errors[0]?.field).toBe('data.code');
  });

  test('says what SPEC says', async () => {
    const { email, phone } = await somebody('Texts');
    const half = await halfWay(email, '10.1.2.2');
    const says = async (code: string) => (await half.call('google2fa/check', { code })).body.errors[0]?.message;
    expect(await says('')).toBe('2FA code is required');
    expect(await says('123')).toBe('Code must be exactly 6 digits');
    expect(await says('000000')).toBe('Invalid Google Authenticator code');
    expect((await half.call('users/self')).body.errors[0]?.message).toBe('Google 2FA required');
    const [a, b] = [(await phone.nextCode()).slice(0, 3), (await phone.code()).slice(3)];
    expect((await half.call('google2fa/check', { code: ` ${a} ${b}\n` })).status, 'as authenticators show it').toBe(
      200,
    );
  });

  test('F12 is good one step either way and not two, and never twice, nor an older one afterwards', async () => {
    const { id, email, phone } = await somebody('Window');
    const tries = async (stepsAgo: number, lastStep = 0) => {
      await system(sql`delete from sign_in_failures`);
      await system(sql`update two_factors set last_step = ${lastStep} where user_id = ${id}`);
      const half = await halfWay(email, '10.1.2.3');
      return key(await half.call('google2fa/check', { code: await phone.code(stepsAgo) })) ?? 'right';
    };
    // Within one step of time; 90 seconds of skew are more than the window.
    expect([await tries(3), await tries(-3)]).toEqual(['google2fa_code_wrong', 'google2fa_code_wrong']);
    expect([await tries(1), await tries(0), await tries(-1)]).toContain('right');
    expect(await tries(0)).toBe('right');
    const [used] = await at.db.read<{ last_step: number }>(
      'system',
      sql`select last_step from two_factors where user_id = ${id}`,
    );
    expect(await tries(0, used?.last_step)).toBe('google2fa_code_wrong');
    expect(await tries(1, used?.last_step)).toBe('google2fa_code_wrong');
  });

  test('A51 is used once, however many use it in the same moment', async () => {
    const { email, phone } = await somebody('Race');
    const halves = await Promise.all(Array.from({ length: 25 }, (_, i) => halfWay(email, `10.1.3.${i}`)));
    const code = await phone.nextCode();
    const answers = await Promise.all(
      [...halves, ...halves].map((half, i) =>
        from(Object.assign(at.stranger(), { cookie: half.cookie }), 'google2fa/check', { code }, `10.1.3.${i % 25}`),
      ),
    );
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    const [whole] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from sessions s join users u on u.id = s.user_id where u.email = ${email} and not is_half`,
    );
    // The one that set two-factor up, and the one winner.
    expect(whole?.n).toBe(2);
  });

  test('counts with wrong passwords toward the lock, and knowing the password forgives no wrong code', async () => {
    const { email, phone } = await somebody('Guess');
    const wrong = async (times: number) => {
      const half = await halfWay(email, '10.1.4.1');
      for (let i = 0; i < times; i++) {
        expect(key(await from(half, 'google2fa/check', { code: '000000' }, '10.1.4.1'))).toBe('google2fa_code_wrong');
      }
      return half;
    };
    await wrong(2);
    await wrong(2);
    const half = await wrong(1);
    const right = await from(half, 'google2fa/check', { code: await phone.nextCode() }, '10.1.4.1');
    expect([right.status, key(right)]).toEqual([429, 'account_locked']);
    const again = await from(at.stranger(), 'auth/login', { email, password }, '10.1.4.1');
    expect(key(again)).toBe('account_locked');
    // Elsewhere its owner still gets in.
    const elsewhere = await halfWay(email, '10.1.4.2');
    expect((await from(elsewhere, 'google2fa/check', { code: await phone.nextCode() }, '10.1.4.2')).status).toBe(200);
  });

  test('a stolen session cannot guess it either', async () => {
    const { api, phone } = await somebody('Stolen');
    for (let i = 0; i < 5; i++)
      expect(key(await from(api, 'google2fa/disable', { code: '000000' }, '10.1.4.3'))).toBe('google2fa_code_wrong');
    expect(key(await from(api, 'google2fa/disable', { code: await phone.nextCode() }, '10.1.4.3'))).toBe(
      'account_locked',
    );
    expect((await api.call('google2fa/status')).body.data.is_on).toBe(true);
  });
});

describe('recovery codes', () => {
  test('open the session once each, and are void when new ones are made', async () => {
    const { email, api, phone } = await somebody('Recover');
    const [first = '', second = '', third = ''] = phone.recoveryCodes;
    const tries = async (code: string) =>
      (await (await halfWay(email, '10.1.5.1')).call('google2fa/check', { code })).status;
    expect(await tries(first)).toBe(200);
    expect(await tries(first)).toBe(422);
    expect(await tries(second.toUpperCase().replace('-', ' '))).toBe(200);
    expect((await api.call('google2fa/status')).body.data.recovery_codes_left).toBe(8);
    const made = await api.call('google2fa/recovery-codes', { code: await phone.nextCode() });
    expect(made.body.data.recovery_codes).toHaveLength(10);
    expect(await tries(third)).toBe(422);
    expect(await tries(made.body.data.recovery_codes[9])).toBe(200);
  });

  test('A51 fifty at once use one once', async () => {
    const { email, phone } = await somebody('Parallel');
    const halves = await Promise.all(Array.from({ length: 25 }, (_, i) => halfWay(email, `10.1.6.${i}`)));
    const answers = await Promise.all(
      [...halves, ...halves].map((half, i) =>
        from(
          Object.assign(at.stranger(), { cookie: half.cookie }),
          'google2fa/check',
          { code: phone.recoveryCodes[0] },
          `10.1.6.${i % 25}`,
        ),
      ),
    );
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
  });

  test('of one person are nothing to another', async () => {
    const [one, other] = [await somebody('One'), await somebody('Another')];
    const half = await halfWay(other.email, '10.1.5.2');
    expect(key(await half.call('google2fa/check', { code: one.phone.recoveryCodes[0] }))).toBe('google2fa_code_wrong');
  });
});

describe('a trusted device', () => {
  test('owes no code for 30 days: this browser, this account', async () => {
    const { id, email, phone } = await somebody('Trust');
    const browser = await halfWay(email);
    const planted = browser.device;
    await browser.call('google2fa/check', { code: await phone.nextCode(), trust_device: true });
    expect(browser.device, 'whoever knew the cookie before is not trusted with it').not.toBe(planted);
    const login = (browserOf: ApiClient, as = email) =>
      from(browserOf, 'auth/login', { email: as, password }, '10.1.7.1');
    expect((await login(browser)).body.data.google2fa_required).toBe(false);
    expect((await browser.call('users/self')).status).toBe(200);
    expect((await login(at.stranger())).body.data.google2fa_required).toBe(true);
    expect((await login(Object.assign(at.stranger(), { device: planted }))).body.data.google2fa_required).toBe(true);
    const other = await somebody('Roommate');
    expect(
      (await login(Object.assign(at.stranger(), { device: browser.device }), other.email)).body.data.google2fa_required,
    ).toBe(true);

    const [kept] = await at.db.read<{ all: string; days: number }>(
      'system',
      sql`select json_agg(d)::text as all, extract(day from max(trusted_until) - now())::int as days from devices d where user_id = ${id}`,
    );
    expect(kept?.all).not.toContain(browser.device.split('=')[1]);
    expect(kept?.days).toBe(29);
    await system(sql`update devices set trusted_until = now() where user_id = ${id}`);
    expect((await login(browser)).body.data.google2fa_required).toBe(true);
  });

  test('is forgotten one by one, with all other sessions, and with two-factor', async () => {
    const { email, api, phone } = await somebody('Forget');
    const browser = at.stranger();
    const trusts = async () => {
      await halfWay(email, '10.1.7.2', browser);
      await browser.call('google2fa/check', { code: await phone.nextCode(), trust_device: true });
    };
    const isTrusted = async () => {
      const fresh = Object.assign(at.stranger(), { device: browser.device });
      return !(await from(fresh, 'auth/login', { email, password }, '10.1.7.2')).body.data.google2fa_required;
    };
    await trusts();
    expect(await isTrusted()).toBe(true);
    const [device] = (await api.call('google2fa/status')).body.data.trusted_devices;
    expect(device).toMatchObject({ is_current: false, ip: '10.1.7.2', country: null });
    const stranger = await aPerson(at, 'Nosy', 'nosy@lumenoak.test');
    expect((await stranger.api.call('google2fa/forget-device', { id: device.id })).status).toBe(404);
    expect((await api.call('google2fa/forget-device', { id: device.id })).status).toBe(200);
    expect(await isTrusted()).toBe(false);
    await trusts();
    await api.call('sessions/end-others');
    expect(await isTrusted()).toBe(false);
  });
});

describe('resetting a member’s two-factor', () => {
  test('is for who administers every company of the member, at no lower level; the member is told', async () => {
    const owner = await aPerson(at, 'Oksana', 'oksana@lumenoak.test');
    const { companyId } = await aCompany(owner.api);
    const admin = await aPerson(at, 'Adam', 'adam@lumenoak.test');
    const agent = await aPerson(at, 'Ann', 'ann@lumenoak.test');
    const member = await somebody('Member');
    await joins(at, admin.id, companyId, 3);
    await joins(at, agent.id, companyId, 1);
    await joins(at, member.id, companyId, 2);
    at.wake.nudge('sessions');
    const reset = (who: { api: ApiClient }, user_id = member.id) => who.api.call('users/reset-two-factor', { user_id });

    const outsider = await aPerson(at, 'Otto', 'otto@elsewhere.test');
    const { companyId: elsewhere } = await aCompany(outsider.api, 'Elsewhere', 'EL');
    for (const who of [agent, member, outsider]) expect((await reset(who)).status).toBe(403);
    expect((await reset(admin, 999_999)).status, 'absent like foreign').toBe(403);

    // An administrator elsewhere who takes the member in gets no hold of them.
    await joins(at, member.id, elsewhere, 1);
    at.wake.nudge('sessions');
    expect((await reset(outsider)).status).toBe(403);
    expect((await reset(admin)).status).toBe(403);
    await system(sql`delete from roles where user_id = ${member.id} and company_id = ${elsewhere}`);
    await joins(at, member.id, companyId, 4);
    expect((await reset(admin)).status, 'of a higher level').toBe(403);
    await joins(at, member.id, companyId, 2);
    at.wake.nudge('sessions');

    const own = await anAuthenticator(at, admin);
    expect((await reset(admin, admin.id)).status, 'whose code nobody gives').toBe(403);
    expect((await admin.api.call('google2fa/disable', { code: await own.nextCode() })).status).toBe(200);

    expect((await reset(admin)).status).toBe(200);
    expect((await member.api.call('users/self')).status, 'signed out everywhere').toBe(401);
    expect(
      (await from(at.stranger(), 'auth/login', { email: member.email, password }, '10.1.8.1')).body.data
        .google2fa_required,
    ).toBe(false);
    const letters = await lettersTo(member.email);
    expect(letters.map((one) => one.subject).join()).toContain('Two-factor sign-in was turned off');
    expect((await reset(admin)).status, 'there is none any more').toBe(409);
    const events = await at.db.read(
      'system',
      sql`select 1 from events where action = 'two_factor_reset' and actor_id = ${admin.id} and user_id = ${member.id}`,
    );
    expect(events).toHaveLength(1);
  });
});

describe('of somebody who was removed from a company', () => {
  test('two-factor is told to themselves alone, and neither asked nor reset by that company; a foreign one knows nothing', async () => {
    const owner = await aPerson(at, 'Orest', 'orest@lumenoak.test');
    const { companyId } = await aCompany(owner.api, 'Leaving', 'LV');
    const outsider = await aPerson(at, 'Otilia', 'otilia@elsewhere.test');
    const { companyId: elsewhere } = await aCompany(outsider.api, 'Far away', 'FA');
    const member = await somebody('Leaver');
    await joins(at, member.id, companyId, 1);
    await joins(at, member.id, elsewhere, 1);
    await system(
      sql`insert into company_role_settings (company_id, role_name, is_two_factor_required) values (${companyId}, 'agent', true)`,
    );
    at.wake.nudge('sessions');
    const own = async () => (await member.api.call('google2fa/status')).body.data;
    type Told = { company_id: number; has_two_factor: boolean | null };
    const told = async (who: { api: ApiClient }) => {
      const answer = await who.api.call('users/access', { id: member.id });
      return answer.status === 200
        ? answer.body.data.companies.map((one: Told) => [one.company_id, one.has_two_factor])
        : answer.status;
    };
    const withoutIt = async () => {
      const { roles } = (await owner.api.call('privileges/get', { company_id: companyId })).body.data;
      return roles.flatMap((role: { without_two_factor: { id: number }[] }) => role.without_two_factor);
    };
    const reset = async (who: { api: ApiClient }) =>
      (await who.api.call('users/reset-two-factor', { user_id: member.id })).status;
    expect(await own()).toMatchObject({ is_on: true, is_required: true });
    expect([await told(owner), await told(outsider)]).toEqual([[[companyId, true]], [[elsewhere, true]]]);
    expect([await reset(owner), await reset(outsider)], 'each has the other company beside it').toEqual([403, 403]);

    const remove = (who: { api: ApiClient }, company_id: number) =>
      who.api.call('users/remove', { id: member.id, company_id });
    expect((await remove(owner, companyId)).status).toBe(200);
    expect(await own()).toMatchObject({ is_on: true, is_required: false, recovery_codes_left: 10 });
    expect([await told(owner), await told(outsider)]).toEqual([[[companyId, null]], [[elsewhere, true]]]);
    expect(await reset(owner)).toBe(403);

    await member.api.call('google2fa/disable', { code: await member.phone.nextCode() });
    expect((await member.api.call('users/self')).body.data.user.two_factor_due).toBeNull();
    expect([await told(owner), await withoutIt()]).toEqual([[[companyId, null]], [{ id: owner.id, name: 'Orest' }]]);
    await anAuthenticator(at, member);

    // Gone from both, they are nobody's to weaken; a company they never worked for does not know of them at all.
    expect((await remove(outsider, elsewhere)).status).toBe(200);
    const stranger = await aPerson(at, 'Ostap', 'ostap@nowhere.test');
    const { companyId: foreign } = await aCompany(stranger.api, 'Foreign', 'FO');
    expect([await reset(owner), await reset(outsider), await reset(stranger)]).toEqual([403, 403, 403]);
    expect([await told(outsider), await told(stranger)]).toEqual([[[elsewhere, null]], 404]);
    const asked = await outsider.api.call('privileges/get', { company_id: foreign });
    expect([asked.status, key(asked)]).toEqual([404, 'not_found']);
    const back = from(at.stranger(), 'auth/login', { email: member.email, password }, '10.1.9.1');
    expect((await back).body.data.google2fa_required, 'it is still on').toBe(true);

    // Who worked for one company alone is not its to weaken afterwards, and it has no say where they went on to.
    const [alone, moved] = [await somebody('Alone'), await somebody('Moved')];
    for (const who of [alone, moved]) await joins(at, who.id, companyId, 1);
    await joins(at, moved.id, elsewhere, 1);
    at.wake.nudge('sessions');
    for (const { id } of [alone, moved]) await owner.api.call('users/remove', { id, company_id: companyId });
    const resets = async (who: { api: ApiClient }, user_id: number) =>
      (await who.api.call('users/reset-two-factor', { user_id })).status;
    expect([await resets(owner, alone.id), await resets(owner, moved.id)]).toEqual([403, 403]);
    expect([await resets(outsider, alone.id), await resets(outsider, moved.id)]).toEqual([403, 200]);
  });
});
