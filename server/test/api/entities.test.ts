import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetWhatWasMade } from '#platform/made-once.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows, time } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let olenaId: number;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena, id: olenaId } = await aPerson(at));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];

describe('a product', () => {
  test('is made with a name alone, changed, put away and taken back', async () => {
    const [made] = rows(
      await olena.post('products/create', { data: [{ name: 'Workshop', company_id: shop.companyId }] }),
      'products',
    );
    expect(made).toMatchObject({
      name: 'Workshop',
      abbreviation: 'WRK',
      company_id: shop.companyId,
      unresolved_tickets: 0,
      is_deleted: 0,
    });
    expect(made.color).toMatch(/^#[0-9a-f]{6}$/);
    expect(made.added).toMatch(time);

    const [changed] = rows(
      await olena.post('products/update', { data: { name: 'Studio', color: '#AbCdEf' }, ...byId(made.id) }),
      'products',
    );
    expect(changed).toMatchObject({ id: made.id, name: 'Studio', color: '#AbCdEf', abbreviation: 'WRK' });

    expect((await olena.post('products/delete', byId(made.id))).body.data).toEqual({ products: [{ id: made.id }] });
    const view = async (is_deleted: number) =>
      rows(
        await olena.post('products/get', { filter: { conditions: [['is_deleted', '=', is_deleted]] } }),
        'products',
      ).map((row) => row.id);
    expect(await view(0)).not.toContain(made.id);
    expect(await view(1)).toContain(made.id);
    expect((await olena.post('products/restore', byId(made.id))).body.data).toEqual({ products: [{ id: made.id }] });
    expect(await view(0)).toContain(made.id);
  });

  test('that a mailbox still feeds is not put away', async () => {
    expect(problem(await olena.post('products/delete', byId(shop.productId)))).toEqual([
      409,
      'has_dependents',
      'filter',
    ]);
  });

  test('rows come back in the order they were sent, all or none', async () => {
    const names = ['Zinc', 'Ash', 'Maple'];
    const made = await olena.post('products/create', {
      data: names.map((name) => ({ name, company_id: shop.companyId })),
    });
    expect(rows(made, 'products').map((row) => row.name)).toEqual(names);
  });
});

describe('a request that comes again', () => {
  const named = (name: string) => ({ data: [{ name, company_id: shop.companyId }] });
  const count = async (name: string): Promise<number> =>
    rows(await olena.post('products/get', { filter: { conditions: [['name', '=', name]] } }), 'products').length;

  test('is answered with the rows that it made, also while it is under way, and makes no more', async () => {
    const request_id = randomUUID();
    const ask = () => olena.post('products/create', { ...named('Once'), request_id });
    const answers = await Promise.all([ask(), ask(), ask()]);
    const [first, ...others] = answers.map((one) => rowId(one, 'products'));
    expect(others).toEqual([first, first]);
    await olena.post('products/update', { data: { name: 'Once more' }, ...byId(first ?? 0) });
    expect(rows(await ask(), 'products')).toMatchObject([{ id: first, name: 'Once more' }]);
    expect([await count('Once'), await count('Once more')]).toEqual([0, 1]);

    expect((await olena.post('products/create', { ...named('Once more'), request_id: randomUUID() })).status).toBe(200);
    expect(await count('Once more')).toBe(2);
  });

  test('is another one where it is of another call or person; what was refused may be mended and sent again', async () => {
    const request_id = randomUUID();
    expect((await olena.post('products/create', { data: [{ company_id: shop.companyId }], request_id })).status).toBe(
      422,
    );
    expect((await olena.post('products/create', { ...named('Mended'), request_id })).status).toBe(200);
    expect(problem(await olena.post('teams/create', { ...named('Mended'), request_id }))).toEqual([
      422,
      'not_unique',
      'request_id',
    ]);
    expect(problem(await olena.post('products/create', { ...named('Odd'), request_id: 'x' }))).toEqual([
      422,
      'invalid_value',
      'request_id',
    ]);

    const { api } = await aPerson(at, 'Founder of two', 'founder2@lumenoak.test');
    const found = () =>
      api.post('companies/create', { data: [{ company_name: 'Second', case_prefix: 'SE' }], request_id });
    const company = rowId(await found(), 'companies');
    expect(rowId(await found(), 'companies')).toBe(company);
    const other = { data: [{ name: 'Mended', company_id: company }], request_id };
    expect(problem(await api.post('products/create', other))).toEqual([422, 'not_unique', 'request_id']);
  });

  test('is forgotten after a day', async () => {
    const request_id = randomUUID();
    const ask = () => olena.post('products/create', { ...named('Daily'), request_id });
    await ask();
    await at.db.transaction('system', async (tx) => {
      await forgetWhatWasMade(tx);
      await tx.run(sql`update made_once set made = now() - interval '25 hours' where request_id = ${request_id}`);
    });
    await ask();
    expect(await count('Daily')).toBe(1);
    await at.db.transaction('system', forgetWhatWasMade);
    await ask();
    expect(await count('Daily')).toBe(2);
  });
});

describe('a company', () => {
  test('is founded by whoever owns it then, renamed, put away and taken back', async () => {
    const { api } = await aPerson(at, 'Founder', 'founder@lumenoak.test');
    const [founded] = rows(
      await api.post('companies/create', { data: [{ company_name: 'Fjordvik', case_prefix: 'fj' }] }),
      'companies',
    );
    expect(founded).toMatchObject({ company_name: 'Fjordvik', case_prefix: 'FJ', is_deleted: 0, url: null });
    expect((await api.call('users/self')).body.data.roles).toEqual([
      { company_id: founded.id, level: 4, name: 'owner', scope: 'company' },
    ]);
    const [renamed] = rows(
      await api.post('companies/update', {
        data: { case_prefix: 'fk', url: 'https://fjordvik.test' },
        ...byId(founded.id),
      }),
      'companies',
    );
    expect(renamed).toMatchObject({ case_prefix: 'FK', url: 'https://fjordvik.test' });

    await api.post('companies/delete', byId(founded.id));
    at.wake.nudge('sessions');
    const self = (await api.call('users/self')).body.data;
    expect([self.roles, self.companies]).toEqual([[], []]);
    expect(
      rows(await api.post('companies/get', { filter: { conditions: [['is_deleted', '=', 0]] } }), 'companies'),
    ).toEqual([]);
    expect(
      rows(await api.post('companies/get', { filter: { conditions: [['is_deleted', '=', 1]] } }), 'companies'),
    ).toHaveLength(1);
    // Nothing in it can be seen or done meanwhile, nor by those who may not take it back.
    expect(problem(await api.post('products/create', { data: [{ name: 'Shop', company_id: founded.id }] }))).toEqual([
      403,
      'forbidden',
      undefined,
    ]);
    const agent = await aPerson(at, 'Agent', 'agent@lumenoak.test');
    await joins(at, agent.id, founded.id, 1);
    at.wake.nudge('sessions');
    expect((await agent.api.post('companies/get', {})).body.total).toBe(0);
    expect((await agent.api.post('companies/restore', byId(founded.id))).status).toBe(404);

    expect(rows(await api.post('companies/restore', byId(founded.id)), 'companies')).toEqual([{ id: founded.id }]);
    at.wake.nudge('sessions');
    expect((await api.call('users/self')).body.data.companies).toHaveLength(1);
    expect((await agent.api.post('companies/get', {})).body.total).toBe(1);
  });

  test('has a prefix by which its subjects are recognised; another one from before stays while nobody changes it', async () => {
    const refused = [422, 'case_prefix_unreadable'];
    const found = async (case_prefix: string) =>
      problem(await olena.post('companies/create', { data: [{ company_name: 'Fjordvik', case_prefix }] }));
    for (const bad of ['&', '7', 'L-', 'ßa', '😀'])
      expect([bad, ...(await found(bad))]).toEqual([bad, ...refused, 'data[0].case_prefix']);
    const change = (data: object) => olena.post('companies/update', { data, ...byId(shop.companyId) });
    expect(problem(await change({ case_prefix: 'L&' }))).toEqual([...refused, 'data.case_prefix']);
    await at.db.write('system', sql`update companies set case_prefix = 'L&' where id = ${shop.companyId}`);
    const [kept] = rows(await change({ case_prefix: 'l&', url: 'https://lumenoak.test' }), 'companies');
    expect(kept).toMatchObject({ case_prefix: 'L&', url: 'https://lumenoak.test' });
    const [mended] = rows(await change({ case_prefix: 'l1' }), 'companies');
    expect(mended).toMatchObject({ case_prefix: 'L1' });
    expect(problem(await change({ case_prefix: 'L&' }))).toEqual([...refused, 'data.case_prefix']);
  });

  test('with products is not put away', async () => {
    expect(problem(await olena.post('companies/delete', byId(shop.companyId)))).toEqual([
      409,
      'has_dependents',
      'filter',
    ]);
  });

  test('nobody founds more than twenty', async () => {
    const { api } = await aPerson(at, 'Greedy', 'greedy@lumenoak.test');
    const found = (count: number) =>
      api.post('companies/create', {
        data: Array.from({ length: count }, (_, i) => ({ company_name: `Company ${i}`, case_prefix: 'GR' })),
      });
    expect(rows(await found(19), 'companies')).toHaveLength(19);
    const race = await Promise.all([found(1), found(1), found(1)]);
    expect(race.map((one) => one.body.errors?.[0]?.key).sort()).toEqual(['limit_reached', 'limit_reached', undefined]);
  });
});

describe('a customer', () => {
  const make = (row: Record<string, unknown>) =>
    olena.post('customers/create', { data: [{ company_id: shop.companyId, ...row }] });

  test('is known by one address of the company, in whatever letters, and by earlier ones still', async () => {
    const id = rowId(await make({ first_name: 'Hanna', email: 'Hanna@Lindqvist.test' }), 'customers');
    expect(problem(await make({ first_name: 'Impostor', email: 'hanna@lindqvist.TEST' }))).toEqual([
      422,
      'not_unique',
      'data[0].email',
    ]);
    expect(
      rows(await olena.post('customers/update', { data: { email: 'hanna@new.test' }, ...byId(id) }), 'customers')[0]
        .email,
    ).toBe('hanna@new.test');
    const other = rowId(await make({ first_name: 'Other' }), 'customers');
    expect(
      problem(await olena.post('customers/update', { data: { email: 'hanna@lindqvist.test' }, ...byId(other) })),
    ).toEqual([422, 'not_unique', 'data.email']);
    const letter = await aTicket(at, shop, { address: 'HANNA@lindqvist.test' });
    expect(letter.customerId).toBe(id);
    expect(
      rows(await olena.post('customers/update', { data: { email: null }, ...byId(id) }), 'customers')[0].email,
    ).toBeNull();
  });

  test('of two made at once with one address, one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => make({ first_name: 'Twin', email: 'twin@lindqvist.test' })),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(7).fill(422)]);
    const found = await olena.post('customers/get', {
      filter: { conditions: [['email', '=', 'twin@lindqvist.test']] },
    });
    expect(found.body.total).toBe(1);
  });

  test('two companies may know the same address', async () => {
    const { api } = await aPerson(at, 'Neighbour', 'neighbour@lumenoak.test');
    const neighbour = await aCompany(api, 'Neighbour', 'NE');
    await make({ first_name: 'Both', email: 'both@lindqvist.test' });
    const answer = await api.post('customers/create', {
      data: [{ company_id: neighbour.companyId, first_name: 'Both', email: 'both@lindqvist.test' }],
    });
    expect(answer.status).toBe(200);
  });

  test('a hundred at most are changed at once, and each waits for its turn without a deadlock', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 2; i++) {
      const made = await olena.post('customers/create', {
        data: Array.from({ length: 60 }, (_, n) => ({ company_id: shop.companyId, first_name: `Crowd ${i}.${n}` })),
      });
      ids.push(...rows(made, 'customers').map((row) => row.id));
    }
    expect(problem(await olena.post('customers/update', { data: { note: 'x' }, ...byId(...ids) }))).toEqual([
      422,
      'limit_reached',
      'filter',
    ]);
    const half = ids.slice(0, 50);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        olena.post('customers/update', { data: { note: `n${i}` }, ...byId(...(i % 2 ? half : half.toReversed())) }),
      ),
    );
    expect(answers.map((one) => one.status)).toEqual(Array(10).fill(200));
    const notes = rows(await olena.post('customers/get', { fields: ['note'], ...byId(...half) }), 'customers').map(
      (row) => row.note,
    );
    expect(new Set(notes).size).toBe(1);
  });
});

describe('a mailbox', () => {
  test('keeps its passwords sealed, unread, and as they were when they are left out', async () => {
    const made = await olena.post('mailboxes-new/create', {
      data: [
        aMailbox({
          company_id: shop.companyId,
          product_id: shop.productId,
          from_email: 'sealed@lumenoak.test',
          imap_password: 'canary-imap',
          smtp_password: 'canary-smtp',
        }),
      ],
    });
    const id = rowId(made, 'mailboxes');
    expect(made.text).not.toContain('canary');
    const read = async () =>
      (
        await at.db.read<{ imap_password: string; smtp_password: string; settings_version: number }>(
          'system',
          sql`select p.imap_password, p.smtp_password, t.settings_version from mailboxes p join channel_accounts t using (id) where id = ${id}`,
        )
      )[0];
    const before = await read();
    expect(JSON.stringify(before)).not.toContain('canary');
    expect(at.secrets.open(before?.imap_password ?? '', 'mailbox.imap_password')).toBe('canary-imap');
    expect(() => at.secrets.open(before?.imap_password ?? '', 'mailbox.smtp_password')).toThrow();

    const changed = await olena.post('mailboxes/update', { data: { name: 'Renamed' }, ...byId(id) });
    expect(rows(changed, 'mailboxes')[0]).toMatchObject({ name: 'Renamed', health_state: 'connecting' });
    expect(await read()).toEqual({ ...before, settings_version: (before?.settings_version ?? 0) + 1 });
    await olena.post('mailboxes/update', { data: { imap_password: 'canary-new', smtp_password: '' }, ...byId(id) });
    const after = await read();
    expect(at.secrets.open(after?.imap_password ?? '', 'mailbox.imap_password')).toBe('canary-new');
    expect(after?.smtp_password).toBeNull();

    for (const entity of ['mailboxes', 'products', 'companies'])
      expect((await olena.post(`${entity}/get`, {})).text).not.toContain('canary');
    const [events] = await at.db.read<{ all: string }>(
      'system',
      sql`select string_agg(e::text, ' ') as all from events e`,
    );
    expect(events?.all).not.toContain('canary');
  });
});

test('of several rows, the one whose address is taken is named', async () => {
  const customer = (first_name: string, email: string) => ({ company_id: shop.companyId, first_name, email });
  const create = (data: unknown[]) => olena.post('customers/create', { data });
  expect((await create([customer('Ann', 'ann@far.test')])).status).toBe(200);
  const two = [customer('Bob', 'bob@far.test'), customer('Cut', 'cut@far.test')];
  expect(problem(await create([...two, customer('Ann', 'ANN@far.test')]))).toEqual([
    422,
    'not_unique',
    'data[2].email',
  ]);
  expect(problem(await create([customer('Dan', 'dan@far.test'), customer('Dan', 'dan@far.test'), ...two]))).toEqual([
    422,
    'not_unique',
    'data[1].email',
  ]);
  const [bob] = rows(await create([...two]), 'customers');
  const answer = await olena.post('customers/update', { data: { email: 'ann@far.test' }, ...byId(bob.id) });
  expect(problem(answer)).toEqual([422, 'not_unique', 'data.email']);
});

test('a rule that was broken tells its numbers beside its text', async () => {
  const answer = await olena.post('products/create', { data: [{ name: 'x', company_id: shop.companyId }] });
  const [error] = answer.body.errors;
  expect(error).toMatchObject({ key: 'too_short', field: 'data[0].name' });
  expect(error?.message).toBe(`You must enter at least ${error?.values?.min} characters`);
  expect((await olena.post('products/create', { data: [{}] })).body.errors[0]).not.toHaveProperty('values');
});

describe('what happened', () => {
  test('is written down with who did it, what it was and what it is, and no secret', async () => {
    const [start] = await at.db.read<{ position: number }>(
      'system',
      sql`select coalesce(max(position), 0) as position from events`,
    );
    const id = rowId(
      await olena.post('mailboxes-new/create', {
        data: [
          aMailbox({
            company_id: shop.companyId,
            product_id: shop.productId,
            from_email: 'audit@lumenoak.test',
            imap_password: 'canary',
          }),
        ],
      }),
      'mailboxes',
    );
    await olena.post('mailboxes/update', {
      data: { name: 'Audited', imap_password: 'canary', smtp_port: 25 },
      ...byId(id),
    });
    await olena.post('mailboxes/delete', byId(id));
    await olena.post('mailboxes/restore', byId(id));
    await olena.post('mailboxes/update', { data: { name: 'x' }, ...byId(id) });
    const events = await at.db.read<Record<string, unknown>>(
      'system',
      sql`select company_id, entity, action, entity_id, actor_kind, actor_id, params, detail from events where position > ${start?.position} order by position`,
    );
    const common = {
      company_id: shop.companyId,
      entity: 'mailboxes',
      entity_id: id,
      actor_kind: 'user',
      actor_id: olenaId,
      params: { id, company_id: shop.companyId },
    };
    expect(events).toEqual([
      {
        ...common,
        action: 'created',
        detail: { after: expect.objectContaining({ from_email: 'audit@lumenoak.test', imap_password: '***' }) },
      },
      {
        ...common,
        action: 'updated',
        detail: {
          before: { name: 'audit@lumenoak.test', smtp_port: 1 },
          after: { name: 'Audited', imap_password: '***', smtp_port: 25 },
        },
      },
      { ...common, action: 'deleted', detail: null },
      { ...common, action: 'restored', detail: null },
    ]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  test('to a ticket names the ticket', async () => {
    const { ticketId } = await aTicket(at, shop);
    await olena.post('tickets/update', { data: { assignee_id: olenaId }, ...byId(ticketId) });
    const [event] = await at.db.read(
      'system',
      sql`select action, ticket_id, detail from events where ticket_id = ${ticketId} order by position desc limit 1`,
    );
    expect(event).toEqual({
      action: 'updated',
      ticket_id: ticketId,
      detail: { before: { assignee_id: null }, after: { assignee_id: olenaId } },
    });
  });
});
