import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { countLetters, keyIn, letterTo, linkIn } from './account-letters.ts';
import type { Answer, ApiClient } from './api-client.ts';
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

const call = callsFrom('10.9');
const register = (api: ApiClient, email: string, more: Record<string, string> = {}): Promise<Answer> =>
  call(
    api,
    'users/registration',
    { name: 'Buy gold at evil.test', email_confirmation: email, raw_password: password },
    undefined,
    more,
  );
const confirm = (api: ApiClient, key: unknown, more: object = {}) =>
  call(api, 'email-confirmation/confirm', { key, ...more });
const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const aMinuteLater = () => system(sql`update email_confirmations set added = added - interval '61 seconds'`);
const ownPassword = 'maple-chair-9-pine';
const twice = { password: ownPassword, password_confirmation: ownPassword };

describe('A18 confirmation keys', () => {
  test('are long, kept as hashes, used once, and newer ones end older ones', async () => {
    const api = at.stranger();
    const email = 'confirm@lumenoak.test';
    expect((await register(api, email)).status).toBe(200);
    expect((await api.call('users/self')).body.data.user).toMatchObject({ email: null, email_confirmation: email });
    const first = await keyIn(at, email);
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const kept = await at.db.read<{ all: string }>(
      'system',
      sql`select json_agg(c)::text as all from email_confirmations c`,
    );
    expect(kept[0]?.all).not.toContain(first);

    const early = await api.get('email-confirmation/send');
    expect(early.body.data.is_sent).toBe(false);
    expect(early.body.data.next_try_in_seconds).toBeGreaterThan(50);
    await aMinuteLater();
    expect((await api.get('email-confirmation/send')).body.data).toEqual({ is_sent: true, next_try_in_seconds: 60 });
    const second = await keyIn(at, email);
    expect(second).not.toBe(first);
    expect((await confirm(api, first)).body.errors[0]).toMatchObject({
      key: 'confirmation_expired',
      field: 'data.key',
    });

    for (const path of ['email-confirmation/confirm', 'email-confirmation/check', 'email-confirmation/claim']) {
      const more = path.endsWith('claim') ? twice : {};
      for (const wrong of ['', null, [], {}, { $ne: 1 }, [second], true, 0]) {
        const answer = await call(api, path, { key: wrong, ...more });
        expect([answer.status, answer.body.errors[0]?.field], JSON.stringify(wrong)).toEqual([422, 'data.key']);
      }
      for (const wrong of [
        ' ',
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
        expect((await call(api, path, { key: wrong, ...more })).body.errors[0]?.key, wrong).toBe(
          'confirmation_expired',
        );
      }
    }
    expect((await api.call('users/self')).body.data.user.email).toBeNull();

    expect((await confirm(api, second)).body.data).toEqual({ email });
    expect((await api.call('users/self')).body.data.user.email).toBe(email);
    // Said again within the hour it does nothing more: the link was opened in two tabs.
    const [before] = await at.db.read('system', sql`select * from users where email = ${email}`);
    expect((await confirm(at.stranger(), second)).status).toBe(200);
    expect((await at.db.read('system', sql`select * from users where email = ${email}`))[0]).toEqual(before);
    await system(sql`update email_confirmations set expires = now()`);
    expect((await confirm(api, second)).body.errors[0]?.key).toBe('confirmation_expired');
  });

  test('A51 fifty at once confirm once', async () => {
    const email = 'race@lumenoak.test';
    const api = at.stranger();
    await register(api, email);
    const key = await keyIn(at, email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(api, key)));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
    const events = await at.db.read(
      'system',
      sql`select 1 from events e join users u on u.id = e.user_id where u.email = ${email} and e.action = 'email_confirmed'`,
    );
    expect(events).toHaveLength(1);
  });

  test('A51 fifty at once that claim the account leave one of the passwords, and no other', async () => {
    const email = 'claims@lumenoak.test';
    await register(at.stranger(), email);
    const key = await keyIn(at, email);
    const chosen = Array.from({ length: 50 }, (_, i) => `maple-chair-${i}-pine`);
    const answers = await Promise.all(
      chosen.map((one) =>
        call(at.stranger(), 'email-confirmation/claim', { key, password: one, password_confirmation: one }),
      ),
    );
    const winners = chosen.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    const losers = new Set(answers.filter((one) => one.status !== 200).map((one) => one.body.errors[0]?.key));
    expect([...losers]).toEqual(['confirmation_expired']);
    expect((await call(at.stranger(), 'auth/login', { email, password: winners[0] })).status).toBe(200);
  });

  test('live an hour', async () => {
    const email = 'late@lumenoak.test';
    const api = at.stranger();
    await register(api, email);
    const [row] = await at.db.read<{ minutes: number }>(
      'system',
      sql`select extract(epoch from expires - now()) / 60 as minutes from email_confirmations order by added desc limit 1`,
    );
    expect(Number(row?.minutes)).toBeGreaterThan(59);
    expect(Number(row?.minutes)).toBeLessThanOrEqual(60);
    await system(sql`update email_confirmations set expires = now() where used is null`);
    expect((await confirm(api, await keyIn(at, email))).body.errors[0]?.key).toBe('confirmation_expired');
  });

  test('travel in links to our own address, whatever the request says of the host', async () => {
    const email = 'hosted@lumenoak.test';
    await register(at.stranger(), email, {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
      referer: 'https://evil.test/',
    });
    expect((await linkIn(at, email)).origin).toBe(new URL(at.parley.url).origin);
    const letter = await letterTo(at, email);
    expect(letter.html + letter.text).not.toContain('evil.test');
  });

  test('are asked for before anything is founded', async () => {
    const api = at.stranger();
    await register(api, 'eager@lumenoak.test');
    const answer = await api.post('companies/create', { data: [{ company_name: 'Eager', case_prefix: 'EA' }] });
    expect([answer.status, answer.body.errors[0]?.key]).toEqual([403, 'email_not_confirmed']);
  });

  test('A14 nothing of a megabyte is looked up or kept', async () => {
    const long = 'aA1!'.repeat(250_000);
    const before = await rowCounts(at);
    for (const [path, data, field] of [
      ['email-confirmation/check', { key: long }, 'data.key'],
      ['email-confirmation/confirm', { key: long }, 'data.key'],
      ['email-confirmation/confirm', { key: 'x', password: long }, 'data.password'],
      ['email-confirmation/claim', { key: long, ...twice }, 'data.key'],
      ['email-confirmation/claim', { key: 'x', password: long, password_confirmation: long }, 'data.password'],
    ] as const) {
      const answer = await call(at.stranger(), path, data);
      expect([path, answer.status, answer.body.errors[0]?.field]).toEqual([path, 422, field]);
    }
    expect(await rowCounts(at)).toEqual(before);
  });
});

describe('an address with a typo', () => {
  test('is corrected before it is confirmed; the letter to the wrong one is void', async () => {
    const api = at.stranger();
    await register(api, 'olnea@lumenoak.test');
    const wrong = await keyIn(at, 'olnea@lumenoak.test');
    const answer = await api.call('email-confirmation/change-address', { email: 'olena.k@lumenoak.test' });
    expect(answer.body.data).toEqual({ next_try_in_seconds: 60 });
    expect((await api.call('users/self')).body.data.user.email_confirmation).toBe('olena.k@lumenoak.test');
    expect((await confirm(api, wrong)).body.errors[0]?.key).toBe('confirmation_expired');
    expect((await confirm(api, await keyIn(at, 'olena.k@lumenoak.test'))).status).toBe(200);
    const late = await api.call('email-confirmation/change-address', { email: 'late.change@lumenoak.test' });
    expect([late.status, late.body.errors[0]?.key], 'a confirmed one is changed in another way').toEqual([
      409,
      'not_in_this_state',
    ]);
  });

  test('cannot become somebody else’s, nor mail a crowd of strangers', async () => {
    await aPerson(at, 'Taken', 'taken@lumenoak.test');
    const api = at.stranger();
    await register(api, 'mailer@lumenoak.test');
    const taken = await api.call('email-confirmation/change-address', { email: 'Taken@lumenoak.test' });
    expect(taken.body.errors[0]).toMatchObject({ key: 'email_taken', field: 'data.email' });
    const alike = await api.call('email-confirmation/change-address', { email: 'оlena@lumenoak.test' });
    expect(alike.body.errors[0]).toMatchObject({ key: 'invalid_email', field: 'data.email' });
    const keys: (string | undefined)[] = [];
    for (let i = 0; i < 12; i++) {
      const answer = await api.call('email-confirmation/change-address', { email: `stranger${i}@lumenoak.test` });
      keys.push(answer.body.errors?.[0]?.key);
    }
    expect(keys.filter((key) => key === undefined).length).toBeLessThanOrEqual(8);
    expect(keys.at(-1)).toBe('too_many_requests');
    const self = await api.call('users/self');
    expect(self.body.data.user.email_confirmation, 'a refusal changes nothing').toBe('stranger6@lumenoak.test');
  });
});

describe('A20 an address that somebody else typed', () => {
  const letterOf = async (email: string) => {
    const mallory = at.stranger();
    expect((await register(mallory, email)).status).toBe(200);
    return { mallory, key: await keyIn(at, email) };
  };

  test('is told nothing of what they wrote', async () => {
    await letterOf('quiet@lumenoak.test');
    const { html, text, subject } = await letterTo(at, 'quiet@lumenoak.test');
    expect(html + text + subject).not.toMatch(/gold|evil/);
  });

  test('is not confirmed for them by its owner who follows the link, in whatever browser', async () => {
    const { mallory, key } = await letterOf('victim@lumenoak.test');
    const { api: vira } = await aPerson(at, 'Vira', 'vira@lumenoak.test');
    for (const browser of [at.stranger(), vira]) {
      expect((await call(browser, 'email-confirmation/check', { key })).body.data).toEqual({
        email: 'victim@lumenoak.test',
        is_mine: false,
        is_first: true,
        is_done: false,
      });
      const bare = await confirm(browser, key);
      expect(bare.body.errors[0]).toMatchObject({ key: 'required', field: 'data.password' });
      const guess = await confirm(browser, key, { password: 'not-the-password-1' });
      expect(guess.body.errors[0]).toMatchObject({ key: 'incorrect_password', field: 'data.password' });
    }
    expect((await mallory.call('users/self')).body.data.user.email, 'still unconfirmed').toBeNull();
  });

  test('becomes its owner’s by the letter: password, sessions, devices and second step of the stranger are void', async () => {
    const email = 'claimed@lumenoak.test';
    const { mallory, key } = await letterOf(email);
    const id = (await mallory.call('users/self')).body.data.user.id as number;
    await system(
      sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${id}, ${at.secrets.seal('JBSWY3DPEHPK3PXP', `two-factor ${id}`)}, now())`,
    );
    const claimed = await call(at.stranger(), 'email-confirmation/claim', { key, ...twice });
    expect(claimed.body.data).toEqual({ email });
    expect((await mallory.call('users/self')).status).toBe(401);
    expect((await call(at.stranger(), 'auth/login', { email, password })).status).toBe(401);
    const owner = at.stranger();
    expect((await call(owner, 'auth/login', { email, password: ownPassword })).body.data.google2fa_required).toBe(
      false,
    );
    expect((await owner.call('users/self')).body.data.user.email).toBe(email);
    expect((await call(at.stranger(), 'email-confirmation/claim', { key, ...twice })).body.errors[0]?.key).toBe(
      'confirmation_expired',
    );
  });

  test('is confirmed by whoever made the account: at once where they are signed in, elsewhere with the password', async () => {
    const { mallory: olena, key } = await letterOf('phone@lumenoak.test');
    expect((await call(olena, 'email-confirmation/check', { key })).body.data.is_mine).toBe(true);
    const phone = at.stranger();
    expect((await confirm(phone, key, { password })).body.data).toEqual({ email: 'phone@lumenoak.test' });
    expect((await olena.call('users/self')).body.data.user.email, 'the first browser goes on').toBe(
      'phone@lumenoak.test',
    );
    expect((await phone.call('users/self')).status, 'confirming signs nobody in').toBe(401);
  });

  test('belongs to nobody a day later: whoever registers it takes the account over, with nothing of the stranger’s', async () => {
    const email = 'stale@lumenoak.test';
    const { mallory, key } = await letterOf(email);
    expect((await register(at.stranger(), 'Stale@Lumenoak.test')).body.errors[0]).toMatchObject({
      key: 'email_taken',
      field: 'data.email_confirmation',
    });
    await system(sql`update users set added = now() - interval '25 hours' where email = ${email}`);
    const rightful = at.stranger();
    const data = { name: 'Olena', email_confirmation: email, raw_password: ownPassword };
    expect((await call(rightful, 'users/registration', data)).status).toBe(200);
    expect((await mallory.call('users/self')).status).toBe(401);
    expect((await rightful.call('users/self')).body.data.user.name).toBe('Olena');
    expect((await confirm(mallory, key, { password })).body.errors[0]?.key).toBe('confirmation_expired');
    expect((await call(at.stranger(), 'auth/login', { email, password })).status).toBe(401);
    expect(await countLetters(at, email)).toBe(2);
  });

  test('fifty registrations at once make one account', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(at.stranger(), 'twin@lumenoak.test')));
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(49).fill(422)]);
  });
});

test('A26 following a link with GET, as scanners of mail do, changes nothing', async () => {
  const email = 'scanned@lumenoak.test';
  await register(at.stranger(), email);
  const link = await linkIn(at, email);
  const before = await rowCounts(at);
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    await fetch(`${at.listening}${link.pathname}`, { method });
    await fetch(`${at.listening}/v1/api/email-confirmation/confirm?key=${await keyIn(at, email)}`, { method });
  }
  expect(await rowCounts(at)).toEqual(before);
  const [row] = await at.db.read<{ used: Date | null }>(
    'system',
    sql`select c.used from email_confirmations c where c.email = ${email}`,
  );
  expect(row?.used).toBeNull();
});
