import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { sql } from '#platform/sql.ts';
import { aSocket } from './a-socket.ts';
import { aHouse, countLetters, keyIn, letterTo } from './account-letters.ts';
import type { ApiClient } from './api-client.ts';
import { callsFrom } from './from-places.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  // The tests play a trusted proxy, so that each can come from addresses of its own.
  at = await aParley({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => at?.close());

const call = callsFrom('10.6');
const login = (email: string, secret: string) => call(at.stranger(), 'auth/login', { email, password: secret });
const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const next = 'maple-chair-9-pine';
const change = (api: ApiClient, chosen = next, old = password, ip?: string) =>
  call(api, 'users/change-password', { old_password: old, password: chosen, password_confirmation: chosen }, ip);
const hasTwoFactor = (id: number) =>
  system(
    sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${id}, ${at.secrets.seal('JBSWY3DPEHPK3PXP', `two-factor ${id}`)}, now())`,
  );

/** What the trail says of failures and locks. */
const eventsOf = async (id: number) =>
  (
    await at.db.read<{ action: string }>(
      'system',
      sql`select action from events where entity = 'accounts' and entity_id = ${id} and action in ('password_confirmation_failed', 'locked') order by position`,
    )
  ).map((one) => one.action);

describe('a changed password', () => {
  test('A15 ends every other session and socket; this one goes on under a new token, and the owner is told', async () => {
    const { email, api } = await aPerson(at, 'Olena', 'olena@lumenoak.test');
    const other = at.stranger();
    await call(other, 'auth/login', { email, password });
    const socket = await aSocket(at.listening, { cookie: other.cookie });
    const before = api.cookie;
    const answer = await change(api);
    expect([answer.status, answer.body.data]).toEqual([200, {}]);
    expect(api.cookie).not.toBe(before);
    expect((await api.call('users/self')).status).toBe(200);
    expect((await other.call('users/self')).status).toBe(401);
    expect(await socket.closed()).toBe(4401);
    const stolen = at.stranger();
    stolen.cookie = before;
    expect((await stolen.call('users/self')).status).toBe(401);
    expect((await letterTo(at, email)).subject).toBe('Your Parley password was changed');
    expect((await login(email, password)).status).toBe(401);
    expect((await login(email, next)).status).toBe(200);
  });

  test('A18 leaves no letter that opens the account: what a stranger had asked for before is void', async () => {
    const { id, email, api } = await aPerson(at, 'Void', 'void@lumenoak.test');
    await call(at.stranger(), 'forgot/email', { email });
    while (await answerRecoveryRequest(at.db, () => aHouse(at)));
    const token = await keyIn(at, email);
    expect((await call(at.stranger(), 'forgot/check', { token })).status).toBe(200);
    const asked = await call(api, 'users/change-address', { email: 'thief@elsewhere.test', password });
    expect(asked.status, asked.text).toBe(200);
    const key = await keyIn(at, 'thief@elsewhere.test');
    expect((await change(api)).status).toBe(200);
    expect((await call(at.stranger(), 'forgot/check', { token })).body.errors[0]?.key).toBe('reset_expired');
    const late = await call(api, 'email-confirmation/confirm', { key });
    expect(late.body.errors[0]?.key).toBe('confirmation_expired');
    const [row] = await at.db.read<{ email: string }>('system', sql`select email from users where id = ${id}`);
    expect(row?.email).toBe(email);
  });

  test('wants the old one, and a wrong one locks as at sign-in', async () => {
    const { id, email, api } = await aPerson(at, 'Guess', 'guess@lumenoak.test');
    for (let i = 0; i < 5; i++) {
      const wrong = await change(api, next, `not-the-password-${i}`, '10.5.0.1');
      expect(wrong.body.errors).toEqual([
        { key: 'incorrect_password', message: 'Incorrect password', field: 'data.old_password' },
      ]);
    }
    expect((await change(api, next, password, '10.5.0.1')).body.errors[0]?.key).toBe('account_locked');
    expect((await letterTo(at, email)).text, 'and the letter that unlocks is on its way').toContain('/v1/unlock/');
    expect(await eventsOf(id)).toEqual([...Array<string>(5).fill('password_confirmation_failed'), 'locked']);
    expect((await login(email, password)).status, 'elsewhere it is still the password').toBe(200);
  });

  test('follows the rules of a new one', async () => {
    const { api } = await aPerson(at, 'Rules', 'rules@lumenoak.test');
    await api.post('companies/create', { data: [{ company_name: 'Walnut & Wren', case_prefix: 'WW' }] });
    for (const [chosen, key] of [
      ['short-1', 'password_rule'],
      ['Password123!', 'password_guessable'],
      ['Walnut-Wren-1', 'password_guessable'],
      [password, 'password_used'],
    ] as const)
      expect((await change(api, chosen)).body.errors[0], chosen).toMatchObject({ key, field: 'data.password' });
    const data = { old_password: password, password: next, password_confirmation: `${next}.` };
    expect((await call(api, 'users/change-password', data)).body.errors[0]?.key).toBe('passwords_differ');
  });

  test('A51 fifty changes at once: one wins, the others hear that the old password is no longer that', async () => {
    const { email, api } = await aPerson(at, 'Race', 'race@lumenoak.test');
    const chosen = Array.from({ length: 12 }, (_, i) => `cedar-shelf-${i}-ash`);
    const cookies = await Promise.all(chosen.map(() => login(email, password)));
    const browsers = cookies.map((answer) => {
      const browser = at.stranger();
      browser.cookie =
        answer.headers
          .getSetCookie()
          .find((line) => line.startsWith('parley='))
          ?.split(';')[0] ?? '';
      return browser;
    });
    const answers = await Promise.all(browsers.map((browser, i) => change(browser, chosen[i])));
    const winners = chosen.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect((await login(email, winners[0] ?? '')).status).toBe(200);
    expect((await api.call('users/self')).status).toBe(401);
  });
});

describe('a changed address', () => {
  const ask = (api: ApiClient, email: string, secret = password) =>
    call(api, 'users/change-address', { email, password: secret });
  const confirm = (api: ApiClient, key: string, more: object = {}) =>
    call(api, 'email-confirmation/confirm', { key, ...more });
  const moved = async (name: string) => {
    const person = await aPerson(at, name, `${name.toLowerCase()}@lumenoak.test`);
    const address = `${name.toLowerCase()}@new.test`;
    expect((await ask(person.api, address)).status).toBe(200);
    const key = await keyIn(at, address);
    return { ...person, address, key };
  };

  test('is the account’s once its letter is answered; until then, and to the old address, nothing changes', async () => {
    const { api, email, address, key } = await moved('Vira');
    const waiting = await api.call('users/self');
    expect(waiting.body.data.user.email).toBe(email);
    expect((await confirm(api, key)).body.data).toEqual({ email: address });
    expect((await api.call('users/self')).body.data.user.email).toBe(address);
    expect((await login(email, password)).status).toBe(401);
    expect((await login(address, password)).status).toBe(200);
    const told = await letterTo(at, email);
    expect(told.subject).toBe('The address of your Parley account was changed');
    expect(told.text).toContain(address);
  });

  test.each(['оlena@lumenoak.test', 'müller@lumenoak.test'])(
    'is none that no letter of ours would lead back in from: %s',
    async (email) => {
      const { api } = await aPerson(at, 'Alike', `alike${email.length}@lumenoak.test`);
      const refused = await api.call('users/change-address', { email, password });
      expect([refused.status, refused.body.errors[0]]).toEqual([
        422,
        expect.objectContaining({ key: 'invalid_email', field: 'data.email' }),
      ]);
    },
  );

  test('wants the password, and is nobody else’s', async () => {
    const { api, email } = await aPerson(at, 'Wanted', 'wanted@lumenoak.test');
    await aPerson(at, 'Taken', 'taken@lumenoak.test');
    expect((await ask(api, 'x@new.test', 'not-the-password-1')).body.errors[0]).toMatchObject({
      key: 'incorrect_password',
      field: 'data.password',
    });
    for (const taken of ['Taken@lumenoak.test', email])
      expect((await ask(api, taken)).body.errors[0]).toMatchObject({ key: 'email_taken', field: 'data.email' });
    expect(await countLetters(at, 'x@new.test')).toBe(0);
    // Somebody who only typed the address has no right to it against somebody who proves it.
    await call(at.stranger(), 'users/registration', {
      name: 'Squatter',
      email_confirmation: 'squatted@new.test',
      raw_password: next,
    });
    expect((await ask(api, 'squatted@new.test')).status).toBe(200);
    expect((await confirm(api, await keyIn(at, 'squatted@new.test'))).status).toBe(200);
  });

  test('A20 a typo gives the account to nobody: the letter alone neither confirms nor claims', async () => {
    const { api, email, key } = await moved('Typo');
    const stranger = at.stranger();
    expect((await call(stranger, 'email-confirmation/check', { key })).body.data).toMatchObject({
      is_mine: false,
      is_first: false,
    });
    expect((await confirm(stranger, key)).body.errors[0]?.key).toBe('required');
    const claim = { key, password: next, password_confirmation: next };
    expect((await call(stranger, 'email-confirmation/claim', claim)).body.errors[0]?.key).toBe('confirmation_expired');
    expect((await api.call('users/self')).body.data.user.email).toBe(email);
  });

  test('A16 is not confirmed by a session that owes a code', async () => {
    const { id, email, key } = await moved('Halfway');
    await hasTwoFactor(id);
    const half = at.stranger();
    expect((await call(half, 'auth/login', { email, password })).body.data.google2fa_required).toBe(true);
    expect((await confirm(half, key)).body.errors[0]?.key).toBe('required');
  });

  test('is taken back by the old one for three days: the password is void, everybody is out, a letter leads in', async () => {
    const { id, api, email, address, key } = await moved('Robbed');
    await confirm(api, key);
    const undo = await keyIn(at, email);
    expect((await call(at.stranger(), 'change-address/check', { key: undo })).body.data).toEqual({ email });
    const [row] = await at.db.read<{ hours: number }>(
      'system',
      sql`select extract(epoch from expires - now()) / 3600 as hours from address_undos where user_id = ${id}`,
    );
    expect(Math.round(Number(row?.hours))).toBe(72);
    // The thief goes on to a third address, to shake the owner off.
    await ask(api, 'third@new.test');
    await confirm(api, await keyIn(at, 'third@new.test'));
    const undoOfThief = await keyIn(at, address);

    expect((await call(at.stranger(), 'change-address/undo', { key: undo })).body.data).toEqual({ email });
    expect((await api.call('users/self')).status).toBe(401);
    for (const one of [email, address, 'third@new.test']) expect((await login(one, password)).status, one).toBe(401);
    for (const used of [undo, undoOfThief])
      expect((await call(at.stranger(), 'change-address/undo', { key: used })).body.errors[0]).toMatchObject({
        key: 'undo_expired',
        field: 'data.key',
      });
    const token = await keyIn(at, email);
    const reset = { token, password: next, password_confirmation: next };
    expect((await call(at.stranger(), 'forgot/password', reset)).body.data).toEqual({ email });
    expect((await login(email, next)).status).toBe(200);
  });

  test('taken back is closed to a provider that vouches for the thief, and open to the owner’s', async () => {
    const { id, api, email, address, key } = await moved('Vouched');
    const links = (subject: string, as: string) =>
      system(
        sql`insert into sso_identities (issuer, subject, user_id, email) values ('https://id.test', ${subject}, ${id}, ${as})`,
      );
    await links('owner', email);
    await confirm(api, key);
    await links('thief', address);
    expect((await call(at.stranger(), 'change-address/undo', { key: await keyIn(at, email) })).status).toBe(200);
    const left = await at.db.read<{ subject: string }>(
      'system',
      sql`select subject from sso_identities where user_id = ${id}`,
    );
    expect(left).toEqual([{ subject: 'owner' }]);
  });

  test('A12 taken back asks for no code of the thief’s phone, and for the owner’s own as before', async () => {
    for (const { name, isOwners } of [
      { name: 'Phoned', isOwners: false },
      { name: 'Stepped', isOwners: true },
    ]) {
      const { id, api, email, key } = await moved(name);
      if (isOwners) await hasTwoFactor(id);
      await confirm(api, key);
      if (!isOwners) await hasTwoFactor(id);
      expect((await call(at.stranger(), 'change-address/undo', { key: await keyIn(at, email) })).status).toBe(200);
      const reset = { token: await keyIn(at, email), password: next, password_confirmation: next };
      expect((await call(at.stranger(), 'forgot/password', reset)).status).toBe(200);
      const { data } = (await login(email, next)).body;
      expect([name, data.google2fa_required]).toEqual([name, isOwners]);
      const off = await at.db.read<{ action: string }>(
        'system',
        sql`select action from events where entity = 'accounts' and entity_id = ${id} and action = 'two_factor_off'`,
      );
      expect(off).toHaveLength(isOwners ? 0 : 1);
    }
  });

  test('is not taken back later, nor by less than the key', async () => {
    const { api, email, key } = await moved('Later');
    await confirm(api, key);
    const undo = await keyIn(at, email);
    for (const wrong of [' ', undo.slice(0, -1), `${undo}x`, undo.toLowerCase(), key])
      expect((await call(at.stranger(), 'change-address/undo', { key: wrong })).body.errors[0]?.key).toBe(
        'undo_expired',
      );
    await system(sql`update address_undos set expires = now()`);
    expect((await call(at.stranger(), 'change-address/undo', { key: undo })).body.errors[0]?.key).toBe('undo_expired');
  });

  test('A51 fifty confirmations at once change it once and write once; fifty undos too', async () => {
    const { api, email, address, key } = await moved('Twins');
    const before = await countLetters(at, email);
    const confirmed = await Promise.all(Array.from({ length: 50 }, () => confirm(api, key)));
    expect(new Set(confirmed.map((one) => one.status))).toEqual(new Set([200]));
    expect(await countLetters(at, email)).toBe(before + 1);
    const undo = await keyIn(at, email);
    const undone = await Promise.all(
      Array.from({ length: 50 }, () => call(at.stranger(), 'change-address/undo', { key: undo })),
    );
    expect(undone.filter((one) => one.status === 200)).toHaveLength(1);
    expect((await login(address, password)).status).toBe(401);
  });
});
