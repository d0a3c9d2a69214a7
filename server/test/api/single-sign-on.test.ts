import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { sql } from '#platform/sql.ts';
import { type OidcRig, type ProviderAccount, startOidcProvider } from '#test/rigs/oidc-provider-rig.ts';
import { aHouse, keyIn } from './account-letters.ts';
import type { ApiClient } from './api-client.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, password } from './people.ts';

const publicUrl = 'http://parley.test';
let provider: OidcRig;
let at: TestParley;
beforeAll(async () => {
  provider = await startOidcProvider([`${publicUrl}/v1/callback`]);
  at = await aParley({ env: settingsOf(provider), limits: await neverTooMany() });
});
afterAll(async () => {
  await at?.close();
  await provider?.close();
});
afterEach(() => {
  provider.meddle(undefined);
  vi.useRealTimers();
});

const settingsOf = (rig: OidcRig) => ({
  PUBLIC_URL: publicUrl,
  OIDC_ISSUER: rig.issuer,
  OIDC_CLIENT_ID: rig.clientId,
  OIDC_CLIENT_SECRET: rig.clientSecret,
  OIDC_NAME: 'Lumen ID',
});

function knows(account: Partial<ProviderAccount> & { email: string }): void {
  const whole = { sub: `sub of ${account.email}`, email_verified: true, ...account };
  provider.accounts.set(whole.email, whole);
  provider.next = whole.email;
}

/** Leaves for the provider, signs in there, and comes back with what it sent. */
async function comesBackWith(api: ApiClient, back?: string): Promise<string> {
  const begun = await api.call('sso/begin', back === undefined ? {} : { back });
  expect(begun.text).toContain('"success":true');
  return provider.walk(begun.body.data.url, publicUrl);
}
const finish = (api: ApiClient, search: string) => api.call('sso/finish', { search });
const whoIs = async (api: ApiClient) => (await api.call('users/self')).body.data?.user?.email_confirmation ?? null;

describe('single sign-on', () => {
  test('makes an account of a verified address, and knows it again', async () => {
    knows({ email: 'nina@lumenoak.test', name: 'Nina Newcomer' });
    const first = at.stranger();
    const answer = await finish(first, await comesBackWith(first, '/v1/tickets?view=mine'));
    expect(answer.body.data).toEqual({ step: 'signed_in', google2fa_required: false, back: '/v1/tickets?view=mine' });
    expect((await first.call('users/self')).body.data.user).toMatchObject({
      name: 'Nina Newcomer',
      email: 'nina@lumenoak.test',
    });
    const again = at.stranger();
    expect((await finish(again, await comesBackWith(again))).body.data.step).toBe('signed_in');
    expect(await whoIs(again)).toBe('nina@lumenoak.test');
  });

  test('tells the sign-in page what the provider is called, and nobody its secret', async () => {
    const offer = await at.stranger().call('sso/offer');
    expect(offer.body.data).toEqual({ providers: [{ key: expect.stringMatching(/^\w{12}$/), name: 'Lumen ID' }] });
    const begun = await at.stranger().call('sso/begin');
    expect(begun.text).not.toContain(provider.clientSecret);
    const asked = new URL(begun.body.data.url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('nonce')?.length).toBeGreaterThan(40);
    expect(asked.get('state')?.length).toBeGreaterThan(40);
  });

  test('is linked to an account there is only by its password, and then goes by itself', async () => {
    const marta = await aPerson(at, 'Marta Linked');
    knows({ email: marta.email });
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api, '/v1/customers'))).body.data).toEqual({
      step: 'link',
      email: marta.email,
    });
    expect(await whoIs(api)).toBeNull();
    const wrong = await api.call('sso/link', { password: 'not the password 1!' });
    expect([wrong.status, wrong.body.errors[0]]).toEqual([
      401,
      expect.objectContaining({ key: 'incorrect_credentials' }),
    ]);
    const right = await api.call('sso/link', { password });
    expect(right.body.data).toEqual({ google2fa_required: false, back: '/v1/customers' });
    expect(await whoIs(api)).toBe(marta.email);

    const again = at.stranger();
    expect((await finish(again, await comesBackWith(again))).body.data.step).toBe('signed_in');
    const events = await at.db.read<{ action: string }>(
      'system',
      sql`select action from events where entity = 'accounts' and user_id = ${marta.id} and action in ('sso_linked', 'sign_in_failed') order by position`,
    );
    expect(events.map((one) => one.action)).toEqual(['sign_in_failed', 'sso_linked']);
  });

  test('A51: is linked once, however often the password comes at once', async () => {
    const petro = await aPerson(at, 'Petro Parallel');
    knows({ email: petro.email });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    const copies = Array.from({ length: 4 }, () => Object.assign(at.stranger(), { sso: api.sso }));
    const answers = await Promise.all(copies.map((copy) => copy.call('sso/link', { password })));
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    const links = await at.db.read('system', sql`select 1 from sso_identities where user_id = ${petro.id}`);
    expect(links).toHaveLength(1);
  });

  test('is linked once from two browsers that came back unlinked, and both are in', async () => {
    const olha = await aPerson(at, 'Olha Twice');
    knows({ email: olha.email });
    const browsers = [at.stranger(), at.stranger()];
    for (const api of browsers) expect((await finish(api, await comesBackWith(api))).body.data.step).toBe('link');
    for (const api of browsers) expect((await api.call('sso/link', { password })).status).toBe(200);
    const links = await at.db.read('system', sql`select 1 from sso_identities where user_id = ${olha.id}`);
    const told = await at.db.read(
      'system',
      sql`select 1 from events where entity = 'accounts' and user_id = ${olha.id} and action = 'sso_linked'`,
    );
    expect([links.length, told.length]).toEqual([1, 1]);
  });

  test('wrong passwords at the link lock like at sign-in', async () => {
    const lena = await aPerson(at, 'Lena Locked');
    knows({ email: lena.email });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    for (let i = 0; i < 5; i++)
      expect((await api.call('sso/link', { password: `wrong guess ${i}!` })).status).toBe(401);
    expect((await api.call('sso/link', { password })).body.errors[0]?.key).toBe('account_locked');
    await at.db.transaction('system', (tx) => tx.run(sql`delete from sign_in_failures`));
  });

  test('A16: asks for the second step of whoever has one', async () => {
    const ira = await aPerson(at, 'Ira Twofold');
    knows({ email: ira.email });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    await api.call('sso/link', { password });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${ira.id}, 'sealed', now())`),
    );
    const again = at.stranger();
    expect((await finish(again, await comesBackWith(again))).body.data).toMatchObject({ google2fa_required: true });
    expect((await again.call('users/self')).body.errors[0]?.key).toBe('google2fa_required');
  });
});

describe('what the provider says is not enough', () => {
  test('when it has not verified the address', async () => {
    const victim = await aPerson(at, 'Vira Victim');
    knows({ email: victim.email, sub: 'an attacker', email_verified: false });
    const api = at.stranger();
    const answer = await finish(api, await comesBackWith(api));
    expect(answer.body.errors[0]?.key).toBe('sso_email_unverified');
    expect(await whoIs(api)).toBeNull();
  });

  test('A20: when nobody has confirmed the account of that address here', async () => {
    await at.stranger().call('users/registration', {
      name: 'Squatter',
      email_confirmation: 'owner-to-be@lumenoak.test',
      raw_password: 'walnut-table-7-oak',
    });
    knows({ email: 'owner-to-be@lumenoak.test' });
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api))).body.errors[0]?.key).toBe('sso_account_unconfirmed');
  });

  test('when its answer was used before, or belongs to another browser', async () => {
    knows({ email: 'nina@lumenoak.test' });
    const api = at.stranger();
    const search = await comesBackWith(api);
    const other = at.stranger();
    await other.call('sso/begin');
    expect((await finish(other, search)).body.errors[0]?.key).toBe('sso_expired');
    expect((await finish(at.stranger(), search)).body.errors[0]?.key).toBe('sso_expired');
    const kept = api.sso;
    expect((await finish(api, search)).status).toBe(200);
    api.sso = kept;
    expect((await finish(api, search)).body.errors[0]?.key).toBe('sso_expired');
  });

  test('when it took longer than ten minutes', async () => {
    const api = at.stranger();
    const search = await comesBackWith(api);
    await at.db.transaction('system', (tx) => tx.run(sql`update sso_attempts set expires = now()`));
    expect((await finish(api, search)).body.errors[0]?.key).toBe('sso_expired');
  });

  test('when the person said no there', async () => {
    provider.next = 'nobody';
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api))).body.errors[0]?.key).toBe('sso_failed');
  });

  test('though a token that was made anew, and says the same, is enough', async () => {
    knows({ email: 'nina@lumenoak.test' });
    provider.meddle((claims) => claims);
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api))).body.data.step).toBe('signed_in');
  });

  test.each([
    ['for another nonce', (claims: Claims) => ({ ...claims, nonce: 'of another sign-in' })],
    ['for another audience', (claims: Claims) => ({ ...claims, aud: 'another-client' })],
    ['from another issuer', (claims: Claims) => ({ ...claims, iss: 'https://another.example' })],
    ['expired', (claims: Claims) => ({ ...claims, exp: Number(claims.iat) - 3600 })],
  ])('when its token is %s, though well signed', async (_what, change) => {
    knows({ email: 'nina@lumenoak.test' });
    provider.meddle(change);
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api))).body.errors[0]?.key).toBe('sso_failed');
    expect(await whoIs(api)).toBeNull();
  });

  test.each([
    [
      'another key',
      async (claims: Claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign((await strangeKeys()).privateKey),
    ],
    [
      'the shared secret',
      (claims: Claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(provider.clientSecret.padEnd(32, '.'))),
    ],
    ['nothing at all', async (claims: Claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
  ])('when its token is signed with %s', async (_what, sign) => {
    knows({ email: 'nina@lumenoak.test' });
    provider.forge(sign);
    const api = at.stranger();
    expect((await finish(api, await comesBackWith(api))).body.errors[0]?.key).toBe('sso_failed');
    expect(await whoIs(api)).toBeNull();
  });
});

type Claims = Record<string, unknown>;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const strangeKeys = () =>
  crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  );

describe('several providers', () => {
  test('are offered in their order; each vouches for its own, by its own rules, and only for whom left for it', async () => {
    const second = await startOidcProvider([`${publicUrl}/v1/callback`]);
    const more = [
      {
        issuer: second.issuer,
        client_id: second.clientId,
        client_secret: second.clientSecret,
        name: 'Fjord ID',
        new_accounts: 'no',
      },
    ];
    const both = await aParley({ env: { ...settingsOf(provider), OIDC_MORE: JSON.stringify(more) } });
    try {
      const { providers } = (await both.stranger().call('sso/offer')).body.data;
      expect(providers.map((one: { name: string }) => one.name)).toEqual(['Lumen ID', 'Fjord ID']);
      const fjord = providers[1].key;
      const leaves = async (api: ApiClient) => {
        const begun = await api.call('sso/begin', { provider: fjord });
        expect(new URL(begun.body.data.url).origin).toBe(second.issuer);
        return second.walk(begun.body.data.url, publicUrl);
      };
      second.accounts.set('new@fjord.test', { sub: 'new', email: 'new@fjord.test', email_verified: true });
      second.next = 'new@fjord.test';
      const nobody = both.stranger();
      expect((await finish(nobody, await leaves(nobody))).body.errors[0]?.key).toBe('sso_no_account');

      const person = await aPerson(both, 'Dana Double');
      second.accounts.set(person.email, { sub: 'dana there', email: person.email, email_verified: true });
      second.next = person.email;
      const api = both.stranger();
      expect((await finish(api, await leaves(api))).body.data.step).toBe('link');
      expect((await api.call('sso/link', { password })).status).toBe(200);
      const [link] = (await api.call('sso/links')).body.data.links;
      expect(link).toMatchObject({ name: 'Fjord ID', email: person.email, is_last_way_in: false });

      // Left for the one, answered by the other.
      knows({ email: person.email });
      const mixed = both.stranger();
      const byLumen = await comesBackWith(mixed);
      const state = new URLSearchParams(await leaves(mixed)).get('state') ?? '';
      const answer = new URLSearchParams(byLumen);
      answer.set('state', state);
      expect((await finish(mixed, `?${answer}`)).body.errors[0]?.key).toBe('sso_failed');
      expect((await both.stranger().call('sso/begin', { provider: 'another' })).status).toBe(404);
    } finally {
      await both.close();
      await second.close();
    }
  });
});

describe('a link', () => {
  const linksOf = async (api: ApiClient) => (await api.call('sso/links')).body.data.links;

  test('is undone by its person alone, and the next sign-in asks for the password again', async () => {
    const uma = await aPerson(at, 'Uma Undo');
    knows({ email: uma.email });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    await api.call('sso/link', { password });
    const [link] = await linksOf(api);
    const stranger = await aPerson(at, 'Sven Stranger');
    expect((await stranger.api.call('sso/unlink', { id: link.id })).status).toBe(404);
    expect((await api.call('sso/unlink', { id: link.id })).status).toBe(200);
    expect(await linksOf(api)).toEqual([]);
    expect((await api.call('sso/unlink', { id: link.id })).status).toBe(404);
    const again = at.stranger();
    expect((await finish(again, await comesBackWith(again))).body.data.step).toBe('link');
    const [told] = await at.db.read<{ detail: object }>(
      'system',
      sql`select detail from events where action = 'sso_unlinked' and user_id = ${uma.id}`,
    );
    expect(told?.detail).toEqual({ issuer: provider.issuer, email: uma.email });
  });

  test('that is the last way in stays until a password is chosen', async () => {
    knows({ email: 'lasse@lumenoak.test', name: 'Lasse Last' });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    const [link] = await linksOf(api);
    expect(link.is_last_way_in).toBe(true);
    const refused = await api.call('sso/unlink', { id: link.id });
    expect([refused.status, refused.body.errors[0]?.key]).toEqual([409, 'sso_last_way_in']);

    await at.stranger().call('forgot/email', { email: 'lasse@lumenoak.test' });
    while (await answerRecoveryRequest(at.db, () => aHouse(at)));
    const token = await keyIn(at, 'lasse@lumenoak.test');
    const chosen = 'maple-chair-9-pine';
    await at.stranger().call('forgot/password', { token, password: chosen, password_confirmation: chosen });
    await api.call('auth/login', { email: 'lasse@lumenoak.test', password: chosen });
    expect((await linksOf(api))[0].is_last_way_in).toBe(false);
    expect((await api.call('sso/unlink', { id: link.id })).status).toBe(200);
  });

  test('A51: of two last ones undone at once, one stays', async () => {
    knows({ email: 'tove@lumenoak.test', name: 'Tove Two' });
    const api = at.stranger();
    await finish(api, await comesBackWith(api));
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into sso_identities (issuer, subject, user_id, email) select 'https://second.example', 'tove', user_id, email
            from sso_identities where email = 'tove@lumenoak.test'`,
      ),
    );
    const links: { id: number; name: string }[] = await linksOf(api);
    expect(links.map((one) => one.name)).toEqual(['Lumen ID', 'second.example']);
    const answers = await Promise.all(links.map(({ id }) => api.call('sso/unlink', { id })));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await linksOf(api)).toHaveLength(1);
  });
});

describe('around it', () => {
  const signsIn = async () => {
    const api = at.stranger();
    const answer = await finish(api, await comesBackWith(api));
    return answer.body.data?.step ?? answer.body.errors[0]?.key;
  };

  test('keys that a provider changed under the same name are read anew before ten minutes have passed', async () => {
    knows({ email: 'nina@lumenoak.test', name: 'Nina Newcomer' });
    expect(await signsIn()).toBe('signed_in');
    await provider.changeKeys();
    expect(await signsIn(), 'not yet').toBe('sso_failed');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 10 * 60_000);
    expect(await signsIn()).toBe('signed_in');
  });

  test('what else it publishes is read anew when it does not fit, and at most every ten minutes', async () => {
    knows({ email: 'nina@lumenoak.test', name: 'Nina Newcomer' });
    vi.useFakeTimers({ toFake: ['Date'] });
    const begun = Date.now() + 30 * 60_000;
    vi.setSystemTime(begun);
    provider.moveTokensTo('/elsewhere');
    expect(await signsIn(), 'who comes first finds out').toBe('sso_failed');
    expect(await signsIn(), 'for who comes next').toBe('signed_in');
    provider.moveTokensTo('/token');
    vi.setSystemTime(begun + 9 * 60_000);
    expect([await signsIn(), await signsIn()], 'too soon').toEqual(['sso_failed', 'sso_failed']);
    vi.setSystemTime(begun + 11 * 60_000);
    expect([await signsIn(), await signsIn()]).toEqual(['sso_failed', 'signed_in']);
  });

  test('A28: nobody is led to another site afterwards', async () => {
    for (const back of [
      'https://evil.test/',
      '//evil.test',
      '/\t/evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      'javascript:alert(1)',
      '/v1/\\..//evil.test',
    ])
      expect([back, (await at.stranger().call('sso/begin', { back })).status]).toEqual([back, 422]);
  });

  test('without a provider there is no offer and no way', async () => {
    const plain = await aParley();
    expect((await plain.stranger().call('sso/offer')).body.data).toEqual({ providers: [] });
    expect((await plain.stranger().call('sso/begin')).status).toBe(404);
    await plain.close();
  });

  test('a provider that is away is said to be away, and passwords go on working', async () => {
    const gone = await startOidcProvider([`${publicUrl}/v1/callback`]);
    const lonely = await aParley({ env: settingsOf(gone) });
    await gone.close();
    const answer = await lonely.stranger().call('sso/begin');
    expect([answer.status, answer.body.errors[0]?.key]).toEqual([503, 'sso_unavailable']);
    expect((await aPerson(lonely)).id).toBeGreaterThan(0);
    await lonely.close();
  });

  test('A22: whoever comes from where their company lets nobody in is not let in by the provider either', async () => {
    const inna = await aPerson(at, 'Inna Indoors');
    knows({ email: inna.email });
    const first = at.stranger();
    await finish(first, await comesBackWith(first));
    expect((await first.call('sso/link', { password })).status).toBe(200);
    const { companyId } = await aCompany(inna.api);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update companies set restrict_remote_access = 1, ips_list = '203.0.113.7', subnets = '192.0.2.0/24' where id = ${companyId}`,
      ),
    );
    const outside = at.stranger();
    const answer = await finish(outside, await comesBackWith(outside));
    expect([answer.status, answer.body.errors[0]?.key]).toEqual([403, 'access_denied_by_ip']);
    expect(outside.cookie).not.toContain('parley=');
  });

  test('an operator can keep strangers out, and trust the second step of the provider', async () => {
    const strict = await aParley({
      env: { ...settingsOf(provider), OIDC_NEW_ACCOUNTS: 'no', OIDC_SECOND_STEP: 'provider' },
    });
    knows({ email: 'somebody.new@lumenoak.test' });
    const stranger = strict.stranger();
    expect((await finish(stranger, await comesBackWith(stranger))).body.errors[0]?.key).toBe('sso_no_account');

    const known = await aPerson(strict, 'Known Person');
    knows({ email: known.email });
    const api = strict.stranger();
    await finish(api, await comesBackWith(api));
    await strict.db.transaction('system', (tx) =>
      tx.run(sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${known.id}, 'sealed', now())`),
    );
    expect((await api.call('sso/link', { password })).body.data).toMatchObject({ google2fa_required: false });
    await strict.close();
  });

  test('another issuer with the same subject is somebody else', async () => {
    knows({ email: 'nina@lumenoak.test', name: 'Nina' });
    const other = await startOidcProvider([`${publicUrl}/v1/callback`]);
    other.accounts.set('mallory@lumenoak.test', {
      sub: 'sub of nina@lumenoak.test',
      email: 'mallory@lumenoak.test',
      email_verified: true,
    });
    other.next = 'mallory@lumenoak.test';
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update sso_identities set issuer = ${provider.issuer} where subject = 'sub of nina@lumenoak.test'`),
    );
    const moved = await aParley({ env: settingsOf(other) });
    const api = moved.stranger();
    const begun = await api.call('sso/begin');
    await finish(api, await other.walk(begun.body.data.url, publicUrl));
    expect(await whoIs(api)).toBe('mallory@lumenoak.test');
    await moved.close();
    await other.close();
  });
});
