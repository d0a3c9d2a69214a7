import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RoleName, roleLevels } from '#contract/privileges.ts';
import { sql } from '#platform/sql.ts';
import { aSocket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, password } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let shop: Company;
type Member = { id: number; email: string; api: ApiClient };
let olena: Member;
let ada: Member;
let sam: Member;
let ira: Member;

beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  shop = await aCompany(olena.api);
  [ada, sam, ira] = [
    await aPerson(at, 'Ada', 'ada@lumenoak.test'),
    await aPerson(at, 'Sam', 'sam@lumenoak.test'),
    await aPerson(at, 'Ira', 'ira@lumenoak.test'),
  ];
});
afterAll(() => at?.close());

beforeEach(async () => {
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`delete from company_privileges`);
    await tx.run(sql`update roles set is_deleted = 0, scope = 'company'`);
  });
  const levels = [
    [olena, 4],
    [ada, 3],
    [sam, 2],
    [ira, 1],
  ] as const;
  for (const [who, level] of levels) await joins(at, who.id, shop.companyId, level);
  at.wake.nudge('sessions');
  // Whoever was removed and works nowhere else was signed out.
  for (const who of [olena, ada, sam, ira]) await signIn(who);
});

const signIn = async ({ api, email }: Member) => {
  if ((await api.call('users/self')).status !== 200) await api.call('auth/login', { email, password });
};
const change = (by: Member, whom: Member, what: Record<string, unknown>) =>
  by.api.call('users/change-access', { id: whom.id, company_id: shop.companyId, ...what });
const remove = (by: Member, whom: Member) => by.api.call('users/remove', { id: whom.id, company_id: shop.companyId });
const key = (answer: { body: { errors: { key: string }[] } }) => answer.body.errors?.[0]?.key;
const grant = (by: Member, role: RoleName, privilege: string, value: 0 | 1 | null) =>
  by.api.call('privileges/change', { company_id: shop.companyId, changes: [{ role, privilege, value }] });
const levelOf = async (who: Member) =>
  rows(await olena.api.post('users/get', byId(who.id)), 'users')[0]?.level as number;

describe('A5 nobody rises by their own hand', () => {
  test('only from level 3 on, never above oneself, never against who stands higher', async () => {
    const tries: [Member, Member, Record<string, unknown>, string | undefined][] = [
      [ira, ira, { role: 'supervisor' }, 'forbidden'],
      [sam, sam, { role: 'admin' }, 'forbidden'],
      [sam, ira, { role: 'agent' }, 'forbidden'],
      [sam, ira, { scope: 'own' }, 'forbidden'],
      [ada, ada, { role: 'owner' }, 'above_own_rights'],
      [ada, sam, { role: 'owner' }, 'above_own_rights'],
      [ada, olena, { role: 'agent' }, 'above_own_rights'],
      [ada, olena, { scope: 'own' }, 'above_own_rights'],
      [ada, ira, { role: 'admin' }, undefined],
      [ada, ira, { role: 'agent' }, undefined],
      [olena, sam, { role: 'owner' }, undefined],
    ];
    for (const [by, whom, what, expected] of tries)
      expect(key(await change(by, whom, what)), JSON.stringify([by.id, whom.id, what])).toBe(expected);
    expect(await levelOf(olena)).toBe(4);
    expect(await levelOf(sam)).toBe(4);
    expect(key(await remove(ada, olena))).toBe('above_own_rights');
  });

  test('whoever sees a part hands out no more than that part', async () => {
    await change(olena, ada, { scope: 'product', product_ids: [shop.productId] });
    const studio = await olena.api.post('products/create', { data: [{ name: 'Studio', company_id: shop.companyId }] });
    const studioId = studio.body.data.products[0].id;
    expect(key(await change(ada, ada, { scope: 'company' }))).toBe('above_own_rights');
    expect(key(await change(ada, ada, { product_ids: [shop.productId, studioId] }))).toBe('above_own_rights');
    expect(key(await change(ada, ira, { scope: 'company' }))).toBeUndefined(); // she has it already
    expect(key(await change(ada, ira, { scope: 'own' }))).toBeUndefined();
    expect(key(await change(ada, ira, { scope: 'company' }))).toBe('above_own_rights');
    expect(key(await change(ada, ira, { scope: 'product', product_ids: [shop.productId] }))).toBeUndefined();
  });

  test('what calls and entities take of roles and rights from anybody else has no effect', async () => {
    for (const body of [{ level: 4 }, { role: 'owner' }, { roles: [{ company_id: shop.companyId, level: 4 }] }]) {
      expect((await ira.api.call('settings/change', body)).status).toBe(422);
      expect((await ira.api.post('users/update', { data: body, ...byId(ira.id) })).status).toBe(404);
    }
    expect(await levelOf(ira)).toBe(1);
  });
});

describe('two who change one person', () => {
  const accessOf = async (who: Member) => {
    const { companies } = (await olena.api.call('users/access', { id: who.id })).body.data;
    return companies.find((one: { company_id: number }) => one.company_id === shop.companyId);
  };
  const aTeam = async (name: string): Promise<number> => {
    const made = await olena.api.post('teams/create', { data: [{ name, company_id: shop.companyId }] });
    return made.body.data.teams[0].id;
  };

  test('take nothing of each other away: who saves later is told what is there by now', async () => {
    const [chairs, tables] = [await aTeam('Chairs'), await aTeam('Tables')];
    const seen = { team_ids: [], role: 'agent' };
    expect((await change(ada, ira, { team_ids: [chairs], seen })).status).toBe(200);
    const refused = await change(olena, ira, { team_ids: [tables], seen });
    expect([refused.status, refused.body.errors.map(({ key: why, field }) => [why, field])]).toEqual([
      409,
      [['conflict', 'data.team_ids']],
    ]);
    expect((await accessOf(ira)).team_ids).toEqual([chairs]);
    const order = { team_ids: [tables, chairs], seen: { team_ids: [chairs] } };
    expect((await change(olena, ira, order)).status).toBe(200);
    // In whatever order.
    expect((await change(olena, ira, { team_ids: [], seen: { team_ids: [tables, chairs] } })).status).toBe(200);
  });

  test('see a disabled team or product by its name where somebody is in it, and nowhere else', async () => {
    const winter = await aTeam('Winter');
    const made = await olena.api.post('products/create', { data: [{ name: 'Sledges', company_id: shop.companyId }] });
    const sledges = made.body.data.products[0].id;
    await change(olena, ira, { team_ids: [winter], product_ids: [sledges] });
    await olena.api.post('teams/delete', byId(winter));
    await olena.api.post('products/delete', byId(sledges));
    expect(await accessOf(ira)).toMatchObject({
      team_ids: [winter],
      teams: expect.arrayContaining([{ id: winter, name: 'Winter', is_deleted: 1 }]),
      products: expect.arrayContaining([{ id: sledges, name: 'Sledges', is_deleted: 1 }]),
    });
    const others = await accessOf(sam);
    expect([...others.teams, ...others.products].filter((one) => one.is_deleted === 1)).toEqual([]);
    await change(olena, ira, { team_ids: [], product_ids: [] });
  });
});

describe('somebody always administers a company', () => {
  test('the last of level 3 and the last owner stay, and the text says what to do', async () => {
    const lowered = (await change(olena, olena, { role: 'admin' })).body.errors[0];
    expect(lowered, 'which the form shows at the role').toMatchObject({ key: 'last_owner', field: 'data.role' });
    expect(key(await remove(olena, olena))).toBe('last_owner');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`delete from roles where company_id = ${shop.companyId} and user_id = ${olena.id}`),
    );
    at.wake.nudge('sessions');
    const alone = (await change(ada, ada, { role: 'agent' })).body.errors[0];
    expect(alone).toMatchObject({ key: 'last_admin', field: 'data.role' });
    const refused = await remove(ada, ada);
    expect(refused.status).toBe(409);
    expect(refused.body.errors[0]?.field, 'no role was chosen').toBeUndefined();
    expect(refused.body.errors[0]?.message).toMatch(/administrator/);
  });

  test('the last of them who sees all of it goes on seeing it: nobody else could let anybody see it again', async () => {
    const narrowed = (await change(olena, olena, { scope: 'own' })).body.errors?.[0];
    expect(narrowed, 'which the form shows at the scope').toMatchObject({ key: 'last_owner', field: 'data.scope' });
    expect((await change(olena, ira, { role: 'owner', scope: 'product' })).status).toBe(200);
    expect(key(await remove(ira, olena))).toBe('last_owner');
    expect(key(await change(olena, olena, { role: 'admin' }))).toBe('last_owner');
    expect((await change(olena, ira, { scope: 'company' })).status).toBe(200);
    expect((await change(olena, olena, { scope: 'own' })).status, 'another one sees all').toBe(200);

    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update roles set is_deleted = 1 where company_id = ${shop.companyId} and user_id in (${olena.id}, ${ira.id})`,
      ),
    );
    at.wake.nudge('sessions');
    expect((await change(ada, sam, { role: 'admin', scope: 'team' })).status).toBe(200);
    expect(key(await change(ada, ada, { scope: 'team' }))).toBe('last_admin');
    expect(key(await remove(sam, ada))).toBe('last_admin');
    expect((await change(ada, sam, { scope: 'company' })).status).toBe(200);
    expect((await remove(sam, ada)).status).toBe(200);
  });

  test('A51 of fifty who leave and lower each other at once, one administrator remains', async () => {
    const admins = [ada, sam, ira];
    for (const who of admins) await joins(at, who.id, shop.companyId, 3);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`delete from roles where company_id = ${shop.companyId} and user_id = ${olena.id}`),
    );
    at.wake.nudge('sessions');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const who = admins[i % 3] as Member; // three of them
        return i % 2 ? remove(who, who) : change(who, who, { role: 'agent' });
      }),
    );
    for (const answer of answers) expect([200, 401, 403, 404, 409], answer.text).toContain(answer.status);
    expect(answers.some((one) => key(one) === 'last_admin')).toBe(true);
    const [left] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from roles where company_id = ${shop.companyId} and level >= 3 and is_deleted = 0`,
    );
    expect(left?.n).toBe(1);
  });

  test('A51 fifty changes of one person leave one of them, whole', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        change(olena, ira, i % 2 ? { role: 'admin', scope: 'own' } : { role: 'supervisor', scope: 'product' }),
      ),
    );
    expect(answers.every((one) => one.status === 200)).toBe(true);
    const [row] = rows(await olena.api.post('users/get', byId(ira.id)), 'users');
    expect([
      ['admin', 'own'],
      ['supervisor', 'product'],
    ]).toContainEqual([row.role, row.scope]);
  });
});

describe('A9 a role that is lowered or taken', () => {
  test('holds for the next request and for an open socket, within a second', async () => {
    const socket = await aSocket(at.listening, { cookie: sam.api.cookie });
    expect((await sam.api.post('inbound-mails/get', {})).status).toBe(200);
    const made = await aTicket(at, shop, { address: 'first@lindqvist.test' });
    await socket.hears((event) => event.entity === 'inbound-mails');
    await change(olena, sam, { role: 'agent' });
    const since = performance.now();
    expect((await sam.api.post('tickets/delete', byId(made.ticketId))).status).toBe(403);
    socket.events.length = 0;
    const next = await aTicket(at, shop, { address: 'second@lindqvist.test' });
    await socket.hears((event) => event.entity === 'tickets' && event.params.id === next.ticketId);
    expect(socket.events.filter((event) => event.entity === 'inbound-mails')).toEqual([]);

    expect((await remove(olena, sam)).status).toBe(200);
    expect((await sam.api.post('tickets/get', {})).status).toBe(401);
    socket.events.length = 0;
    await aTicket(at, shop, { address: 'third@lindqvist.test' });
    expect(performance.now() - since).toBeLessThan(10_000);
    const fourth = await aPerson(at, 'Nora', `nora${Date.now()}@lumenoak.test`);
    expect(fourth.id).toBeGreaterThan(0);
    expect(socket.events.filter((event) => event.entity !== 'realtime')).toEqual([]);
    await socket.close();
  });

  test('a removed person keeps their name on what they did, is assigned nothing more, and can be taken back', async () => {
    const { ticketId } = await aTicket(at, shop, { address: 'kept@lindqvist.test' });
    const { ticketId: resolvedId } = await aTicket(at, shop, { address: 'kept@lindqvist.test' });
    await olena.api.post('tickets/update', { data: { assignee_id: ira.id }, ...byId(ticketId, resolvedId) });
    await olena.api.call('tickets/resolve', { ids: [resolvedId] });
    await remove(ada, ira);
    const named = async (id: number) => rows(await olena.api.post('tickets/get', byId(id)), 'tickets')[0].users.name;
    expect([await named(resolvedId), await named(ticketId)]).toEqual(['Ira', null]);
    const again = await olena.api.post('tickets/update', { data: { assignee_id: ira.id }, ...byId(ticketId) });
    expect(again.status).toBe(404);
    expect(rows(await olena.api.post('users/get', byId(ira.id)), 'users')[0].is_deleted).toBe(1);
    expect(key(await change(ada, ira, { scope: 'own' }))).toBe('not_in_this_state');
    const back = await ada.api.call('users/take-back', { id: ira.id, company_id: shop.companyId });
    expect(back.status).toBe(200);
    await signIn(ira);
    expect((await ira.api.post('tickets/get', byId(ticketId))).body.total).toBe(1);
  });
});

describe('the list of people', () => {
  test('has whoever changed last in front, in every company they work for; who has joined, by when that was', async () => {
    const fjordvik = await aCompany(ada.api, 'Fjordvik', 'FJ');
    await joins(at, ira.id, fjordvik.companyId, 1);
    const names = async (by: Member, companyId: number) => {
      const body = {
        filter: { conditions: [['company_id', '=', companyId]] },
        sort: [['updated', 'desc']],
        range: [0, 2],
      };
      return rows(await by.api.post('users/get', body), 'users').map(({ name }) => name);
    };
    expect(await names(ada, fjordvik.companyId)).toEqual(['Ira', 'Ada']);
    expect((await ada.api.call('profile/change', { note: 'Back on Monday' })).status).toBe(200);
    expect([await names(ada, fjordvik.companyId), (await names(ada, shop.companyId))[0]]).toEqual([
      ['Ada', 'Ira'],
      'Ada',
    ]);
    expect((await change(ada, sam, { scope: 'own' })).status).toBe(200);
    expect(await names(ada, shop.companyId)).toEqual(['Sam', 'Ada']);
  });
});

describe('the rights of a role', () => {
  test('A9 follow the company first and the default otherwise, at once', async () => {
    const { ticketId } = await aTicket(at, shop, { address: 'rights@lindqvist.test' });
    expect((await ira.api.post('tickets/delete', byId(ticketId))).status).toBe(403);
    expect((await grant(ada, 'agent', 'tickets.delete', 1)).status).toBe(200);
    expect((await ira.api.post('tickets/delete', byId(ticketId))).status).toBe(200);
    expect((await grant(ada, 'agent', 'tickets.get', 0)).status).toBe(200);
    expect((await ira.api.post('tickets/get', {})).body.total).toBe(0);
    const { roles } = (await ada.api.call('privileges/get', { company_id: shop.companyId })).body.data;
    expect(roles[0]).toMatchObject({ name: 'agent', changes: { 'tickets.delete': 1, 'tickets.get': 0 }, people: 1 });
    expect((await grant(ada, 'agent', 'tickets.get', null)).status).toBe(200);
    expect((await ira.api.post('tickets/get', byId(ticketId))).body.total).toBe(1);
    // What equals the default is not kept: a later default holds.
    await grant(ada, 'agent', 'tickets.delete', 0);
    const kept = await at.db.read('system', sql`select 1 from company_privileges`);
    expect(kept).toEqual([]);
  });

  test('A5 nobody gives what they have not, changes who stands higher, or takes what keeps a company repairable', async () => {
    const tries: [Member, RoleName, string, 0 | 1 | null, string | undefined][] = [
      [ira, 'agent', 'tickets.delete', 1, 'forbidden'],
      [sam, 'agent', 'tickets.delete', 1, 'forbidden'],
      [ada, 'owner', 'tickets.delete', 0, 'above_own_rights'],
      [ada, 'admin', 'companies.delete', 1, 'above_own_rights'],
      [ada, 'agent', 'users.update', 1, 'right_is_fixed'],
      [ada, 'supervisor', 'privileges.update', 1, 'right_is_fixed'],
      [olena, 'owner', 'privileges.update', 0, 'right_is_fixed'],
      [olena, 'owner', 'companies.update', 0, 'right_is_fixed'],
      [olena, 'owner', 'tickets.delete', 0, undefined],
      [olena, 'admin', 'privileges.update', 0, undefined],
      [ada, 'agent', 'tickets.delete', 1, 'forbidden'],
    ];
    for (const [by, role, privilege, value, expected] of tries)
      expect(key(await grant(by, role, privilege, value)), `${role} ${privilege} ${value}`).toBe(expected);
    expect(key(await grant(olena, 'agent', 'nonsense.get', 1))).toBe('invalid_value');
  });

  test('all changes or none', async () => {
    const answer = await ada.api.call('privileges/change', {
      company_id: shop.companyId,
      changes: [
        { role: 'agent', privilege: 'tickets.delete', value: 1 },
        { role: 'owner', privilege: 'tickets.delete', value: 0 },
      ],
    });
    expect(answer.body.errors[0]).toMatchObject({ key: 'above_own_rights', field: 'data.changes[1]' });
    expect(await at.db.read('system', sql`select 1 from company_privileges`)).toEqual([]);
  });

  test('take nothing of another’s change away: who decided over what no longer holds is told which right', async () => {
    const right = { role: 'agent', privilege: 'tags.delete' } as const;
    const { roles } = (await olena.api.call('privileges/get', { company_id: shop.companyId })).body.data;
    const was = (roles[0].changes[right.privilege] ?? roles[0].defaults[right.privilege] ?? 0) as 0 | 1;
    const other = was === 1 ? 0 : 1;
    const changes = [
      { role: 'agent', privilege: 'labels.get', value: 1, seen: 1 },
      { ...right, value: was, seen: was },
    ];
    const ask = () => olena.api.call('privileges/change', { company_id: shop.companyId, changes });
    expect((await ask()).status).toBe(200);
    expect((await grant(ada, right.role, right.privilege, other)).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.errors.map(({ key: why, field }) => [why, field])]).toEqual([
      409,
      [['conflict', 'data.changes[1]']],
    ]);
    // Both wished the same.
    const same = [{ ...right, value: other, seen: was }];
    expect((await olena.api.call('privileges/change', { company_id: shop.companyId, changes: same })).status).toBe(200);
    await grant(olena, right.role, right.privilege, null);
  });

  test('two-factor is asked of a role only by somebody who has it, and says whom it would meet', async () => {
    const ask = (by: Member, role: RoleName, is_required: 0 | 1) =>
      by.api.call('privileges/require-two-factor', { company_id: shop.companyId, role, is_required });
    expect(key(await ask(ada, 'agent', 1))).toBe('two_factor_first');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${ada.id}, 'sealed', now())`),
    );
    expect((await ask(ada, 'agent', 1)).status).toBe(200);
    expect(key(await ask(ada, 'owner', 1))).toBe('above_own_rights');
    expect(key(await ask(sam, 'agent', 0))).toBe('forbidden');
    const { roles } = (await ada.api.call('privileges/get', { company_id: shop.companyId })).body.data;
    expect(roles.map((role: { is_two_factor_required: number }) => role.is_two_factor_required)).toEqual([1, 0, 0, 0]);
    expect(roles[0].without_two_factor).toEqual([{ id: ira.id, name: 'Ira' }]);
    expect(roles[2].without_two_factor).toEqual([]);
    expect((await ira.api.post('tickets/get', {})).body.errors[0]?.key).toBe('google2fa_setup_required');
    // Whoever saw other days of grace than there are by now, or that nobody is asked, changes nothing.
    for (const [field, seen] of [
      ['data.grace_days', { is_required: 1, grace_days: 7 }],
      ['data.is_required', { is_required: 0, grace_days: 0 }],
    ] as const) {
      const stale = { company_id: shop.companyId, role: 'agent', is_required: 0, seen };
      const refused = await ada.api.call('privileges/require-two-factor', stale);
      expect(refused.body.errors.map((one) => [one.key, one.field])).toEqual([['conflict', field]]);
    }
    expect((await ira.api.post('tickets/get', {})).body.errors[0]?.key).toBe('google2fa_setup_required');
    await ask(ada, 'agent', 0);
    expect((await ira.api.post('tickets/get', {})).status).toBe(200);
  });

  test('two-factor may be asked with days of grace: they begin with the asking, anew for whoever gets the role, and end by the hour', async () => {
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${ada.id}, 'sealed', now()) on conflict do nothing`,
      ),
    );
    const ask = (grace_days?: number, is_required = 1) =>
      ada.api.call('privileges/require-two-factor', {
        ...{ company_id: shop.companyId, role: 'agent', is_required },
        ...(grace_days !== undefined && { grace_days }),
      });
    const pass = async (what: 'asked' | 'role', hours: number) => {
      await at.db.transaction('system', (tx) =>
        tx.run(
          what === 'asked'
            ? sql`update company_role_settings set required_since = required_since - make_interval(hours => ${hours})`
            : sql`update roles set role_since = role_since - make_interval(hours => ${hours}) where user_id = ${ira.id}`,
        ),
      );
      at.wake.nudge('sessions');
    };
    const state = async () => key(await ira.api.post('tickets/get', {})) ?? 'works';
    const dueInDays = async (who: Member) => {
      const due = (await who.api.call('users/self')).body.data.user.two_factor_due;
      return due === null ? null : Math.round((Date.parse(`${due.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000);
    };
    for (const days of [-1, 31, 1.5]) expect((await ask(days)).body.errors[0]?.field).toBe('data.grace_days');
    expect(await dueInDays(ira)).toBeNull();

    await ask(7);
    const { roles } = (await ada.api.call('privileges/get', { company_id: shop.companyId })).body.data;
    expect(roles.map((role: { two_factor_grace_days: number }) => role.two_factor_grace_days)).toEqual([7, 0, 0, 0]);
    expect([await state(), await dueInDays(ira), await dueInDays(ada)]).toEqual(['works', 7, null]);
    expect((await ira.api.call('google2fa/status')).body.data.is_required).toBe(true);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`insert into two_factors (user_id, sealed_secret, confirmed_at) values (${ira.id}, 'sealed', now())`),
    );
    expect(await dueInDays(ira), 'who has it on owes nothing').toBeNull();
    await at.db.transaction('system', (tx) => tx.run(sql`delete from two_factors where user_id = ${ira.id}`));

    // Six days and 23 hours later, and another hour later.
    await pass('role', 400);
    await pass('asked', 7 * 24 - 1);
    expect(await state()).toBe('works');
    await pass('asked', 1);
    expect(await state()).toBe('google2fa_setup_required');
    // What is changed later counts from when it was asked; asked anew, it begins anew.
    await ask(14);
    expect([await state(), await dueInDays(ira)]).toEqual(['works', 7]);
    await ask(3);
    expect(await state()).toBe('google2fa_setup_required');
    await ask(undefined, 0);
    await ask(3);
    expect([await state(), await dueInDays(ira)]).toEqual(['works', 3]);
    // Whoever comes to the role later has as long.
    await pass('asked', 400);
    expect(await state()).toBe('google2fa_setup_required');
    await change(olena, ira, { role: 'supervisor' });
    await change(olena, ira, { role: 'agent' });
    expect([await state(), await dueInDays(ira)]).toEqual(['works', 3]);
    // What else becomes of somebody's place in the company gives them no day more, neither while they last nor afterwards.
    const elseChanges = async () => {
      for (const scope of ['own', 'team', 'company']) expect((await change(olena, ira, { scope })).status).toBe(200);
      await change(olena, ira, { role: 'agent', team_ids: [], product_ids: [shop.productId] });
      for (const status of [9, 8]) await ira.api.call('profile/change', { status, phone: '+380 44 390 00 07' });
      at.wake.nudge('sessions');
    };
    await pass('role', 24);
    await elseChanges();
    expect([await state(), await dueInDays(ira)]).toEqual(['works', 2]);
    await pass('role', 48);
    await elseChanges();
    expect(await state()).toBe('google2fa_setup_required');
    // Whoever was removed and is taken back gets the role anew.
    await remove(olena, ira);
    await olena.api.call('users/take-back', { id: ira.id, company_id: shop.companyId });
    await signIn(ira);
    expect([await state(), await dueInDays(ira)]).toEqual(['works', 3]);
    // Without days it is owed at once, as ever.
    await ask();
    await pass('role', 1);
    expect(await state()).toBe('google2fa_setup_required');
    await ask(undefined, 0);
    expect([await state(), await dueInDays(ira)]).toEqual(['works', null]);
  });

  test('users/access tells what may be changed, and why not', async () => {
    const seen = async (by: Member, whom: Member) =>
      (await by.api.call('users/access', { id: whom.id })).body.data.companies[0];
    expect((await seen(ada, ira)).can).toEqual({ update: true, remove: true, roles: ['agent', 'supervisor', 'admin'] });
    expect((await seen(ada, olena)).can).toEqual({ update: 'above_own_rights', remove: 'above_own_rights', roles: [] });
    expect((await seen(ira, sam)).can).toEqual({ update: 'forbidden', remove: 'forbidden', roles: [] });
    expect(await seen(olena, ira)).toMatchObject({ role: 'agent', level: roleLevels.agent, scope: 'company' });
  });
});
