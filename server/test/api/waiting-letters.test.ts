import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerRecoveryRequest } from '#domain/accounts/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aHouse, keyIn, lettersTo } from './account-letters.ts';
import { dumpOf } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

test('A18 A52 a dump of the database holds no usable link while letters wait: to confirm, recover, unlock, undo', async () => {
  const { email, api } = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  const keys: Record<string, string> = {};
  const owing = async (what: string, address: string, call: () => Promise<unknown>) => {
    await call();
    keys[what] = await keyIn(at, address);
  };
  const name = 'Hanna';
  const registration = { name, email_confirmation: 'hanna@lindqvist.test', raw_password: password };
  await owing('first confirmation', 'hanna@lindqvist.test', () =>
    at.stranger().call('users/registration', registration),
  );
  await owing('new address', 'olena@new.test', () =>
    api.call('users/change-address', { email: 'olena@new.test', password }),
  );
  const confirmed = await api.call('email-confirmation/confirm', { key: keys['new address'] });
  expect(confirmed.status, confirmed.text).toBe(200);
  keys.undo = await keyIn(at, email);
  await owing('reset', 'olena@new.test', async () => {
    await at.stranger().call('forgot/email', { email: 'olena@new.test' });
    await answerRecoveryRequest(at.db, () => aHouse(at));
  });
  await owing('unlock', 'olena@new.test', async () => {
    for (let i = 0; i < 5; i++)
      await at.stranger().call('auth/login', { email: 'olena@new.test', password: `no-${i}` });
  });
  expect(new Set(Object.values(keys)).size).toBe(5);

  const dump = await dumpOf(at);
  expect(dump).toContain('olena@new.test');
  for (const [what, key] of Object.entries(keys)) {
    expect(key, what).toMatch(/^[\w-]{43}$/);
    expect(dump, what).not.toContain(key);
    const inBytes = [Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64').slice(0, 40)];
    for (const form of inBytes) expect(dump, what).not.toContain(form);
  }
  expect(dump).not.toContain('/v1/restore/');
  const used = await at.stranger().call('locked-account/open', { key: keys.unlock });
  expect(used.status, 'and they are the ones that work').toBe(200);
});

test('A52 of a letter that was sent, or given up, nothing is left; and a row put elsewhere does not open', async () => {
  const whole = await aParley({ role: 'all' });
  try {
    const { email, api } = await aPerson(whole, 'Maria', 'maria@lumenoak.test');
    await api.call('users/change-password', {
      old_password: password,
      password: 'maple-chair-9-pine',
      password_confirmation: 'maple-chair-9-pine',
    });
    whole.wake.nudge('outbox');
    const sent = await waitUntil(
      async () =>
        (
          await whole.db.read<{ sealed_body: string | null }>(
            'system',
            sql`select sealed_body from system_mails where to_address = ${email} and state = 'sent'`,
          )
        )[0],
      { what: 'the letter to be sent' },
    );
    expect(sent.sealed_body).toBeNull();
  } finally {
    await whole.close();
  }
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update system_mails set message_id = gen_random_uuid()::text where to_address = 'olena@new.test'`),
  );
  await expect(lettersTo(at, 'olena@new.test')).rejects.toThrow();
});
