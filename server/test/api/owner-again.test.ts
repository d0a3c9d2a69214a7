import { describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { lettersTo } from './account-letters.ts';
import { anAuthenticator } from './an-authenticator.ts';
import type { Answer, ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
shopsAtHand((it) => ({ at, ours } = it));

let people = 0;
const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const key = (answer: Answer) => answer.body.errors?.[0]?.key;
/** The session is as old as one that somebody finds open. */
const leavesDesk = (userId: number) =>
  system(sql`update sessions set added = added - interval '10 minutes 1 second' where user_id = ${userId}`);

const next = 'cedar-shelf-5-ash';
/** What asks for the password however lately somebody came. */
const exporting = (api: ApiClient) =>
  api.call('companies/export', { company_id: ours.companyId, request_id: crypto.randomUUID() });

/** What shuts an owner out of the account, weakens it, or goes on after the session. */
const dangers: [string, (api: ApiClient, colleague: { id: number }) => Promise<Answer>][] = [
  ['turning two-factor on', (api) => api.call('google2fa/enable')],
  [
    'making an API token',
    (api) =>
      api.call('api-tokens/create', {
        name: 'Left behind',
        company_id: ours.companyId,
        scopes: ['tickets.get'],
        expires_in_days: 365,
      }),
  ],
  ['turning the two-factor of a colleague off', (api, { id }) => api.call('users/reset-two-factor', { user_id: id })],
];

describe('whoever finds a session open', () => {
  test.each(dangers)('gets no further by %s: the password is asked for', async (_what, does) => {
    const olena = await aMember(at, ours, 3, `Olena ${people++}`);
    const taras = await aMember(at, ours, 1, `Taras ${people}`);
    await anAuthenticator(at, taras);
    await leavesDesk(olena.id);
    for (const tries of [1, 2]) {
      const refused = await does(olena.api, taras);
      expect([tries, refused.status, key(refused)]).toEqual([tries, 403, 'password_needed']);
      expect(refused.text).not.toMatch(/secret|parley_/);
    }
    expect((await taras.api.call('google2fa/status')).body.data.is_on).toBe(true);
    expect((await olena.api.call('google2fa/status')).body.data.is_on).toBe(false);
    expect((await olena.api.call('api-tokens/get')).body.data['api-tokens']).toEqual([]);

    expect((await olena.api.call('auth/confirm-password', { password })).status).toBe(200);
    expect((await does(olena.api, taras)).status).toBe(200);
  });

  test('a password that was entered is good for ten minutes, in this session alone', async () => {
    const olena = await aPerson(at, 'Ten', 'ten@lumenoak.test');
    await leavesDesk(olena.id);
    await olena.api.call('auth/confirm-password', { password });
    expect((await olena.api.call('google2fa/enable')).status).toBe(200);
    const elsewhere = at.stranger();
    await elsewhere.call('auth/login', { email: olena.email, password });
    await leavesDesk(olena.id);
    expect(key(await elsewhere.call('google2fa/enable'))).toBe('password_needed');
    expect((await olena.api.call('google2fa/enable')).status).toBe(200);
    await system(
      sql`update sessions set password_confirmed_at = password_confirmed_at - interval '10 minutes' where user_id = ${olena.id}`,
    );
    expect(key(await olena.api.call('google2fa/enable'))).toBe('password_needed');
  });

  test('is not asked twice who signed in a moment ago; what acts on the installation asks all the same', async () => {
    const { api } = await aPerson(at, 'Fresh', 'fresh@lumenoak.test');
    expect((await api.call('google2fa/enable')).status).toBe(200);
    expect(key(await exporting(ours.owner))).toBe('password_needed');
  });

  test('the password can be said by whoever must set two-factor up first', async () => {
    const petro = await aMember(at, ours, 2, 'Petro');
    await system(
      sql`insert into company_role_settings (company_id, role_name, is_two_factor_required) values (${ours.companyId}, 'supervisor', true)`,
    );
    await leavesDesk(petro.id);
    at.wake.nudge('sessions');
    expect(key(await petro.api.call('google2fa/enable'))).toBe('password_needed');
    expect(key(await petro.api.call('auth/confirm-password', { password: 'not it at all 1!' }))).toBe(
      'incorrect_password',
    );
    expect((await petro.api.call('auth/confirm-password', { password })).status).toBe(200);
    expect((await petro.api.call('google2fa/enable')).status).toBe(200);
  });

  test('who has no password signs in again instead', async () => {
    const sofia = await aMember(at, ours, 4, 'Sofia');
    await system(sql`update users set has_password = false where id = ${sofia.id}`);
    expect((await sofia.api.call('users/self')).body.data.user.has_password).toBe(false);
    expect((await sofia.api.call('google2fa/enable')).status).toBe(200);
    expect((await exporting(sofia.api)).status).toBe(200);
    await leavesDesk(sofia.id);
    expect(key(await sofia.api.call('google2fa/enable'))).toBe('sign_in_needed');
    expect(key(await exporting(sofia.api))).toBe('sign_in_needed');
  });
});

test.each<[string, (api: ApiClient) => Promise<Answer>]>([
  [
    'the password is changed',
    (api) => api.call('users/change-password', { old_password: password, password: next, password_confirmation: next }),
  ],
  ['all other sessions are ended', (api) => api.call('sessions/end-others')],
])(
  'the secret of a two-factor that was being set up is another when %s: whoever was in may have read it',
  async (_when, shutsOut) => {
    const olena = await aPerson(at, 'Shuts', `shuts${people++}@lumenoak.test`);
    const thief = at.stranger();
    await thief.call('auth/login', { email: olena.email, password });
    const secret = async (api: ApiClient) => (await api.call('google2fa/enable')).body.data.secret as string;
    const read = await secret(thief);
    expect(read).toMatch(/^[A-Z2-7]{16,}$/);
    expect(await secret(olena.api)).toBe(read);
    expect((await shutsOut(olena.api)).status).toBe(200);
    expect(key(await thief.call('google2fa/enable'))).toBe('unauthorized');
    expect(await secret(olena.api)).not.toBe(read);
  },
);

test('the owner hears by letter that two-factor was turned on', async () => {
  const olena = await aPerson(at, 'Hears', 'hears@lumenoak.test');
  await anAuthenticator(at, olena);
  const letter = (await lettersTo(at, olena.email)).at(-1);
  expect(letter?.subject).toBe('Two-factor sign-in was turned on — Parley');
  expect(letter?.text).toContain('change your password now');
  expect(letter?.text).not.toMatch(/[a-z2-9]{5}-[a-z2-9]{5}/);
});
