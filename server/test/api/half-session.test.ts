import { describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, knock } from './a-socket.ts';
import type { ApiClient } from './api-client.ts';
import { calls, entities } from './contract-registry.ts';
import type { TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
shopsAtHand((it) => ({ at, ours } = it));

const system = (query: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(query));
const hasTwoFactor = (userId: number) =>
  system(
    sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${userId}, ${at.secrets.seal('JBSWY3DPEHPK3PXP', `two-factor ${userId}`)}, now())`,
  );

/** Every way in that the contract and the other doors have. */
const doors = (): {
  name: string;
  knock: (api: ApiClient) => Promise<{ status: number; key: string | undefined }>;
}[] => {
  const post = (path: string, body: unknown) => async (api: ApiClient) => {
    const { status, body: answer } = await api.post(path, body);
    return { status, key: answer.errors?.[0]?.key };
  };
  const get = (path: string) => async (api: ApiClient) => {
    const { status, body: answer } = await api.get(path);
    return { status, key: answer.errors?.[0]?.key };
  };
  return [
    ...calls
      .filter((one) => one.access === 'session')
      .map((one) => ({ name: one.path, knock: one.method === 'GET' ? get(one.path) : post(one.path, { data: {} }) })),
    ...entities.flatMap((one) =>
      one.actions.map((action) => ({
        name: `${one.name}/${action}`,
        knock: post(`${one.name}/${action}`, { data: [] }),
      })),
    ),
    { name: 'mailboxes-new/create', knock: post('mailboxes-new/create', { data: [] }) },
    ...[
      `files/${ours.attachmentIds[0]}`,
      `messages/${ours.messageId}/frame`,
      `messages/${ours.messageId}/source`,
      `inbound-mails/${ours.inboundMailId}/source`,
    ].map((path) => ({ name: path, knock: get(path) })),
    {
      name: 'files/upload',
      knock: async (api) => {
        const { status, body } = await api.upload('a.txt', new Uint8Array([1]));
        return { status, key: body.errors?.[0]?.key };
      },
    },
  ];
};

describe('A16 a half session', () => {
  test('opens no door but the one for the code and the one out, whatever is registered', async () => {
    const nadia = await aMember(at, ours, 4, 'Nadia');
    await hasTwoFactor(nadia.id);
    const half = at.stranger();
    const login = await half.call('auth/login', { email: nadia.email, password });
    expect([login.status, login.body.data.google2fa_required]).toEqual([200, true]);

    expect(doors().length).toBeGreaterThan(50);
    for (const door of doors()) {
      expect(await door.knock(half), door.name).toEqual({ status: 403, key: 'google2fa_required' });
    }
    expect(await knock(at.listening, { cookie: half.cookie })).toBe(403);

    const left = half.cookie;
    expect((await half.call('auth/logout')).status).toBe(200);
    half.cookie = left;
    expect((await half.call('users/self')).status).toBe(401);
  });

  test('ends after a quarter of an hour', async () => {
    const { id, email } = await aPerson(at, 'Slow', 'slow@lumenoak.test');
    await hasTwoFactor(id);
    const half = at.stranger();
    await half.call('auth/login', { email, password, remember: true });
    const [row] = await at.db.read<{ minutes: number }>(
      'system',
      sql`select round(extract(epoch from expires - now()) / 60)::int as minutes from sessions where user_id = ${id} and is_half`,
    );
    expect(row?.minutes).toBe(15);
  });
});

test('A16 what a page still sends that was somebody else’s is done in nobody’s name, whatever is registered', async () => {
  const iryna = await aMember(at, ours, 4, 'Iryna');
  const page = at.stranger();
  page.cookie = iryna.api.cookie;
  const statusOf = async (id: number, path: string) => {
    page.pageOf = String(id);
    return (await page.call(path)).status;
  };
  expect(await statusOf(iryna.id, 'users/self')).toBe(200);
  page.pageOf = String(ours.ownerId);
  for (const door of doors()) expect(await door.knock(page), door.name).toEqual({ status: 401, key: 'unauthorized' });
  // The way out is open to whoever it is.
  expect(await statusOf(ours.ownerId, 'auth/logout')).toBe(200);
  expect((await iryna.api.call('users/self')).status).toBe(401);
});

describe('a role that must have two-factor', () => {
  test('lets whoever has none do nothing but set it up, as soon as the company asks for it', async () => {
    const petro = await aMember(at, ours, 2, 'Petro');
    const agent = await aMember(at, ours, 1, 'Agent');
    const socket = await aSocket(at.listening, { cookie: petro.api.cookie });
    expect((await petro.api.call('users/self')).status).toBe(200);
    await system(
      sql`insert into company_role_settings (company_id, role_name, is_two_factor_required) values (${ours.companyId}, 'supervisor', true)`,
    );
    at.wake.nudge('sessions');
    for (const door of doors()) {
      expect(await door.knock(petro.api), door.name).toEqual({ status: 403, key: 'google2fa_setup_required' });
    }
    expect(await socket.closed()).toBe(4401);
    expect((await agent.api.call('users/self')).status, 'another role is not asked').toBe(200);

    await hasTwoFactor(petro.id);
    at.wake.nudge('sessions');
    await waitUntil(async () => (await petro.api.call('users/self')).status === 200);
  });
});
