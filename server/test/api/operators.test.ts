import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, password } from './people.ts';

let at: TestParley;
let operator: Awaited<ReturnType<typeof aPerson>>;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  await aPerson(at, 'First Account'); // an operator too, where the database is embedded
  operator = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
});
afterAll(() => at.close());

/** Five wrong passwords from here. */
async function locksOut(email: string): Promise<string> {
  for (let i = 0; i < 5; i++) await at.stranger().call('auth/login', { email, password: `wrong guess ${i}!` });
  const { locked } = (await operator.api.call('locked-account/list')).body.data;
  return locked.find((one: { email: string; ip: string }) => one.email === email)?.ip;
}

describe('A10: what is for operators of the installation', () => {
  test('is refused to the owner of a company, and to whoever typed the address and did not confirm it', async () => {
    const owner = await aPerson(at, 'Bohdan Boss');
    await aCompany(owner.api, 'Bossy', 'BO');
    for (const [call, data] of [
      ['locked-account/list', {}],
      ['locked-account/unlock', { ips: ['127.0.0.1'] }],
      ['audit/list', { company_id: null }],
      ['audit/verify', { company_id: null }],
    ] as const) {
      expect([call, (await owner.api.call(call, data)).status]).toEqual([call, 403]);
      expect([call, (await at.stranger().call(call, data)).status]).toEqual([call, 401]);
    }
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update users set email_confirmed_at = null where id = ${operator.id}`),
    );
    expect((await operator.api.call('locked-account/list')).status).toBe(403);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update users set email_confirmed_at = now() where id = ${operator.id}`),
    );
  });
});

describe('before something dangerous the password is asked again', () => {
  test('wrong ones unlock nothing and count; the right one is good for this session and ten minutes', async () => {
    const victim = await aPerson(at, 'Valya Locked');
    const ip = await locksOut(victim.email);
    expect(ip).toBeDefined();
    const unlock = () => operator.api.call('locked-account/unlock', { ips: [ip] });
    expect((await unlock()).body.errors[0]?.key).toBe('password_needed');

    const wrong = await operator.api.call('auth/confirm-password', { password: 'not the password 1!' });
    expect([wrong.status, wrong.body.errors[0]]).toEqual([
      422,
      expect.objectContaining({ key: 'incorrect_password', field: 'data.password' }),
    ]);
    expect((await unlock()).status).toBe(403);

    expect((await operator.api.call('auth/confirm-password', { password })).status).toBe(200);
    const elsewhere = at.stranger();
    await elsewhere.call('auth/login', { email: operator.email, password });
    expect((await elsewhere.call('locked-account/unlock', { ips: [ip] })).body.errors[0]?.key).toBe('password_needed');
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update sessions set password_confirmed_at = password_confirmed_at - interval '10 minutes' where user_id = ${operator.id}`,
      ),
    );
    expect((await unlock()).body.errors[0]?.key).toBe('password_needed');

    await operator.api.call('auth/confirm-password', { password });
    expect((await unlock()).body.data.unlocked).toBeGreaterThan(0);
    expect((await at.stranger().call('auth/login', { email: victim.email, password })).status).toBe(200);

    const actions = await at.db.read<{ action: string }>(
      'system',
      sql`select action from events where entity = 'accounts' and actor_id = ${operator.id} and action like '%unlocked' or action like 'password_confirm%' order by position`,
    );
    expect(actions.map((one) => one.action)).toEqual([
      'password_confirmation_failed',
      'password_confirmed',
      'password_confirmed',
      'address_unlocked',
    ]);
  });

  test('guessing it locks like at sign-in', async () => {
    for (let i = 0; i < 5; i++)
      expect((await operator.api.call('auth/confirm-password', { password: `wrong guess ${i}!` })).status).toBe(422);
    const locked = await operator.api.call('auth/confirm-password', { password });
    expect([locked.status, locked.body.errors[0]?.key]).toEqual([429, 'account_locked']);
  });
});
