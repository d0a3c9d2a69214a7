import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at.close());

describe('what is written down', () => {
  test('A54: a happening says from where it came', async () => {
    const { api } = await aPerson(at);
    const { companyId } = await aCompany(api);
    await api.send('products/create', JSON.stringify({ data: [{ name: 'Lamps', company_id: companyId }] }), {
      'content-type': 'application/json',
      'user-agent': 'The kitchen tablet',
    });
    const [made] = await at.db.read<{ ip: string; user_agent: string }>(
      'system',
      sql`select ip, user_agent from events where entity = 'products' order by position desc limit 1`,
    );
    expect(made).toEqual({ ip: expect.stringMatching(/127\.0\.0\.1|::1/), user_agent: 'The kitchen tablet' });
  });

  test('a new account is written down, and no desk is told of it', async () => {
    const stranger = at.stranger();
    await stranger.call('users/registration', {
      name: 'Taras',
      email_confirmation: 'taras@lumenoak.test',
      raw_password: 'walnut-table-7-oak',
    });
    const [made] = await at.db.read<{ action: string; is_told: boolean; detail: unknown }>(
      'system',
      sql`select action, is_told, detail from events where entity = 'accounts'`,
    );
    expect(made).toEqual({ action: 'registered', is_told: false, detail: null });
  });
});
