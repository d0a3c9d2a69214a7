import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerAboutLengthMax, type Identity } from '#contract/customers.ts';
import { findCustomers, searchCustomers, zoneOfNumber } from '#domain/customers/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { readDueWords } from '#domain/search/index.ts';
import type { Tx } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
  const agent = await aPerson(at, 'Iryna Savchuk');
  iryna = agent.api;
  await joins(at, agent.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const aCustomer = async (about: Record<string, unknown>): Promise<number> =>
  rowId(await olena.post('customers/create', { data: [{ company_id: shop.companyId, ...about }] }), 'customers');
const card = async (id: number, api = olena) => (await api.call('customers/card', { id })).body.data;
const identities = async (id: number): Promise<string[]> =>
  (await card(id)).identities.map(
    (one: { value: string; is_primary: boolean }) => `${one.value}${one.is_primary ? ' *' : ''}`,
  );
const duplicates = async (id: number): Promise<[number, string][]> =>
  (await olena.call('customers/duplicates', { id })).body.data.duplicates.map((one: { id: number; why: string }) => [
    one.id,
    one.why,
  ]);
const found = async (words: string, api = olena): Promise<number[]> => {
  const answer = await api.call('customers/find', { company_id: shop.companyId, words });
  return answer.body.data.customers.map((one: { id: number }) => one.id).sort((a: number, b: number) => a - b);
};
const exactlyFound = async (words: string): Promise<number[]> => {
  const { body } = await olena.call('customers/find', { company_id: shop.companyId, words });
  return body.data.customers.flatMap((one: { id: number; is_exact: 0 | 1 }) => (one.is_exact ? [one.id] : []));
};
const customerOfTicket = async (id: number): Promise<number> =>
  rows(await olena.post('tickets/get', { fields: ['customer_id'], ...byId(id) }), 'tickets')[0].customer_id;
const uuid = () => crypto.randomUUID();
const readWords = async () => {
  while ((await readDueWords(at.db)) > 0);
};

describe('a customer page', () => {
  test('shows by what somebody is known, since when, and what they wrote', async () => {
    const { customerId, ticketId } = await aTicket(at, shop, { from: 'Ida Holm', address: 'Ida@holm.test' });
    const second = await aTicket(at, shop, { from: 'Ida Holm', address: 'ida@holm.test', subject: 'A second table' });
    await olena.call('tickets/resolve', { ids: [ticketId] });
    const phone = await olena.call('customers/add-identity', {
      ...{ id: customerId, kind: 'phone', value: '+45 (32) 12-34.56' },
    });
    expect(phone.body.data).toEqual({ value: '+4532123456' });
    const shown = await card(customerId);
    expect(shown).toMatchObject({
      first_name: 'Ida',
      phone: '+4532123456',
      counts: { all: 2, by_view: { '': 1, resolved: 1, answered: 0, snoozed: 0 } },
      can: { update: true, merge: true },
      erasure: null,
    });
    expect(shown.identities).toMatchObject([
      { kind: 'email', value: 'ida@holm.test', source: 'wrote', added_by: null, is_primary: true },
      {
        ...{ kind: 'phone', value: '+4532123456', readable: '+45 32 12 34 56' },
        ...{ source: 'person', added_by: 'Olena Kovalenko', is_primary: true },
      },
    ]);
    expect((await card(customerId, iryna)).can.merge).toBe(false);
    // What was merged is counted as the one that it became.
    const further = await aTicket(at, shop, {
      from: 'Ida Holm',
      address: 'ida@holm.test',
      subject: 'The table once more',
    });
    const openOf = async () =>
      (await olena.call('customers/find', { company_id: shop.companyId, words: 'ida@holm' })).body.data.customers[0]
        ?.open_tickets;
    expect(await openOf()).toBe(2);
    await olena.call('tickets/merge', { ids: [further.ticketId], survivor_id: second.ticketId });
    expect([(await card(customerId)).counts, await openOf()]).toMatchObject([{ all: 2, by_view: { '': 1 } }, 1]);
  });

  test('takes further addresses and numbers, refuses what is none, and says whose one is already', async () => {
    const maria = await aCustomer({ first_name: 'Maria', last_name: 'Bondar', email: 'maria@bondar.test' });
    const other = await aCustomer({ first_name: 'Taras', last_name: 'Bondar', phone: '+380 67 765 43 21' });
    const add = (kind: string, value: string) => olena.call('customers/add-identity', { id: maria, kind, value });
    expect(problem(await add('email', 'maria@'))).toEqual([422, 'invalid_email', 'data.value']);
    expect(problem(await add('phone', '067 765'))).toEqual([422, 'phone_invalid', 'data.value']);
    const taken = await add('phone', '00'.concat('380677654321').replace(/^00/, '+'));
    expect(problem(taken)).toEqual([409, 'identity_in_use', 'data.value']);
    expect(taken.body.errors[0]?.values).toEqual({ name: 'Taras Bondar', customer_id: other });
    expect((await add('email', 'MARIA@Work.test')).status).toBe(200);
    expect((await add('email', 'maria@work.test')).status).toBe(200);
    expect(await identities(maria)).toEqual(['maria@bondar.test *', 'maria@work.test']);

    const named = { id: maria, kind: 'email', value: 'maria@work.test' };
    expect((await olena.call('customers/make-primary', named)).status).toBe(200);
    expect((await card(maria)).email).toBe('MARIA@Work.test');
    expect((await olena.call('customers/remove-identity', named)).status).toBe(200);
    expect(await identities(maria)).toEqual(['maria@bondar.test *']);
    expect((await olena.call('customers/remove-identity', named)).status).toBe(200);
    const back = await aTicket(at, shop, { from: 'Maria', address: 'maria@work.test' });
    expect(back.customerId).not.toBe(maria);
    // The same rule stands behind the card's own fields.
    const change = await olena.post('customers/update', { data: { phone: '+380677654321' }, ...byId(maria) });
    expect(problem(change)).toEqual([422, 'not_unique', 'data.phone']);
  });

  test('is known by fifty at most, also by those that the card held one after another', async () => {
    const id = await aCustomer({ first_name: 'Renamed', last_name: 'Often', email: 'a0@often.test' });
    const becomes = (n: number) => olena.post('customers/update', { data: { email: `a${n}@often.test` }, ...byId(id) });
    for (let n = 1; n < 50; n++) expect((await becomes(n)).status).toBe(200);
    expect(problem(await becomes(50))).toEqual([422, 'limit_reached', 'data.email']);
    expect((await card(id)).email).toBe('a49@often.test');
    expect((await becomes(7)).status, 'what is known already').toBe(200);
  });

  test('has a telephone number on the card or nothing; another text from before stays until it is changed', async () => {
    const write = (data: Record<string, unknown>, id: number) => olena.post('customers/update', { data, ...byId(id) });
    const create = (phone: string) =>
      olena.post('customers/create', { data: [{ company_id: shop.companyId, first_name: 'Vira', phone }] });
    for (const phone of ['phone12x', '+38 (050) 2', '12', '+'])
      expect(problem(await create(phone)), phone).toEqual([422, 'phone_invalid', 'data[0].phone']);
    for (const phone of ['+380 67 765 99 22', '(044) 123-45-67', '103', ''])
      expect((await create(phone)).status, phone).toBe(200);
    const vira = await aCustomer({ first_name: 'Vira', phone: '044 123' });
    expect(problem(await write({ phone: 'phone12x' }, vira))).toEqual([422, 'phone_invalid', 'data.phone']);
    expect((await card(vira)).phone).toBe('044 123');
    await at.db.transaction('system', (tx) => tx.run(sql`update customers set phone = 'ask Petro' where id = ${vira}`));
    expect((await write({ phone: 'ask Petro', last_name: 'Kos' }, vira)).status).toBe(200);
    expect(await card(vira)).toMatchObject({ phone: 'ask Petro', last_name: 'Kos' });
    expect((await write({ phone: null }, vira)).status).toBe(200);
  });

  test('takes an address or a number back to where it was: on the card, as it is written there', async () => {
    const id = await aCustomer({ first_name: 'Olha', email: 'Olha@Bondar.test', phone: '+380 67 765 43 22' });
    const call = (verb: string, named: object) => olena.call(`customers/${verb}`, { id, ...named });
    for (const [kind, value, readable, other] of [
      ['email', 'olha@bondar.test', 'Olha@Bondar.test', 'olha@work.test'],
      ['phone', '+380677654322', '+380677654322', '+380677654323'],
    ] as const) {
      await call('add-identity', { kind, value: other });
      await call('remove-identity', { kind, value });
      expect((await card(id))[kind]).toBe(other);
      const back = { kind, value: readable, is_primary: 1 };
      expect((await call('add-identity', back)).status).toBe(200);
      expect((await card(id))[kind]).toBe(readable);
      // Said twice it is no other; without it, nothing moves.
      expect((await call('add-identity', back)).status).toBe(200);
      expect((await call('add-identity', { kind, value: other })).status).toBe(200);
    }
    expect(await identities(id)).toEqual([
      ...['olha@bondar.test *', '+380677654322 *'],
      ...['olha@work.test', '+380677654323'],
    ]);
  });

  test('knows again of an address that comes back that they wrote from it, and of no other', async () => {
    const { customerId: id } = await aTicket(at, shop, { from: 'Nina Rask', address: 'Nina@rask.test' });
    const call = (verb: string, value: string, more: object = {}) =>
      olena.call(`customers/${verb}`, { id, kind: 'email', value, ...more });
    const known = async () =>
      (await card(id)).identities.map((one: Identity) => [one.value, one.source, one.added_by, one.last_seen !== null]);
    await call('add-identity', 'nina@work.test');
    for (const value of ['nina@rask.test', 'nina@work.test']) {
      expect((await call('remove-identity', value)).status).toBe(200);
      expect((await call('add-identity', value, { is_primary: 1 })).status).toBe(200);
    }
    expect((await known()).toSorted()).toEqual([
      ['nina@rask.test', 'wrote', null, true],
      ['nina@work.test', 'person', 'Olena Kovalenko', false],
    ]);
    expect((await call('add-identity', 'nina@home.test', { source: 'wrote' })).status).toBe(422);
    // They wrote as Nina: of somebody else it is known from who typed it.
    await call('remove-identity', 'nina@rask.test');
    const twin = await aCustomer({ first_name: 'Nina', last_name: 'Rask' });
    await olena.call('customers/add-identity', { id: twin, kind: 'email', value: 'nina@rask.test' });
    expect((await card(twin)).identities).toMatchObject([{ value: 'nina@rask.test', source: 'person' }]);
  });

  test('takes so much to be written about somebody and no more, and names the field', async () => {
    const max = customerAboutLengthMax;
    const write = (note: string, id: number) => olena.post('customers/update', { data: { note }, ...byId(id) });
    const id = await aCustomer({ first_name: 'Lev', note: 'x'.repeat(max) });
    const refused = await write('x'.repeat(max + 1), id);
    expect(problem(refused)).toEqual([422, 'too_long', 'data.note']);
    expect(refused.body.errors[0]?.values).toEqual({ max });
    const create = { company_id: shop.companyId, first_name: 'Lev', note: 'x'.repeat(max + 1) };
    const made = await olena.post('customers/create', { data: [create] });
    expect(problem(made)).toEqual([422, 'too_long', 'data[0].note']);
  });

  test('keeps notes: pinned above, changed, removed, once per client_id; A23 as they were typed', async () => {
    const id = await aCustomer({ first_name: '<img src=x onerror=alert(1)>', email: 'notes@holm.test' });
    const body = '<script>alert(1)</script> rings twice';
    const first = { id, client_id: uuid(), body };
    const note = await iryna.call('customers/note', first);
    expect((await iryna.call('customers/note', first)).body.data).toEqual(note.body.data);
    await olena.call('customers/note', { id, client_id: uuid(), body: 'Pays late', is_pinned: 0 });
    expect(problem(await olena.call('customers/note', { id, client_id: uuid(), body: '  ' }))).toEqual([
      ...[422, 'required', 'data.body'],
    ]);
    await olena.call('customers/change-note', { note_id: note.body.data.note_id, is_pinned: 1 });
    const { notes } = await card(id);
    expect(notes).toMatchObject([
      { body, is_pinned: 1, author: 'Iryna Savchuk', is_mine: false },
      { body: 'Pays late', is_pinned: 0, author: 'Olena Kovalenko', is_mine: true },
    ]);
    const removed = (is_deleted: 0 | 1) =>
      olena.call('customers/change-note', { note_id: note.body.data.note_id, is_deleted });
    await removed(1);
    expect((await card(id)).notes).toHaveLength(1);
    await removed(0);
    expect((await card(id)).notes).toHaveLength(2);
  });

  test('writes over no note that a colleague changed meanwhile, and changes none that was removed', async () => {
    const id = await aCustomer({ first_name: 'Lars', email: 'lars@holm.test' });
    const made = await iryna.call('customers/note', { id, client_id: uuid(), body: 'Rings twice' });
    const { note_id } = made.body.data;
    const change = (api: ApiClient, body: string, seen: string) =>
      api.call('customers/change-note', { note_id, body, seen: { body: seen } });
    expect((await change(olena, 'Rings three times', 'Rings twice')).status).toBe(200);
    expect(problem(await change(iryna, 'Rings never', 'Rings twice'))).toEqual([409, 'conflict', 'data.body']);
    expect((await card(id)).notes).toMatchObject([{ body: 'Rings three times' }]);
    // Said twice, it was said.
    expect((await change(olena, 'Rings three times', 'Rings twice')).status).toBe(200);
    expect((await change(iryna, 'Rings never', 'Rings three times')).status).toBe(200);
    const removed = (is_deleted: 0 | 1) => olena.call('customers/change-note', { note_id, is_deleted });
    await removed(1);
    expect((await removed(1)).status).toBe(200);
    expect(problem(await change(iryna, 'Rings again', 'Rings never'))).toEqual([404, 'not_found', 'data.note_id']);
    await removed(0);
    expect((await card(id)).notes).toMatchObject([{ body: 'Rings never' }]);
  });

  test('carries tags; one that is merged shows the other', async () => {
    const id = await aCustomer({ first_name: 'Tagged' });
    const tag = async (name: string) =>
      rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags');
    const [vip, gold] = [await tag('Very important'), await tag('Gold')];
    expect((await olena.call('customers/tag', { id, add: [vip] })).status).toBe(200);
    await olena.call('tags/merge', { ids: [vip], into: gold });
    expect((await card(id)).tags).toMatchObject([{ id: gold, name: 'Gold' }]);
    await olena.call('customers/tag', { id, remove: [gold] });
    expect((await card(id)).tags).toEqual([]);
    expect(problem(await olena.call('customers/tag', { id, add: [999_999] }))).toEqual([404, 'not_found', 'data.add']);
  });

  test('A38 carries so many tags as it shows and no more; of more, by a merge, each can be taken off', async () => {
    const [id, other] = [await aCustomer({ first_name: 'Thirty' }), await aCustomer({ first_name: 'Thirty more' })];
    const names = Array.from({ length: 61 }, (_, i) => ({ company_id: shop.companyId, name: `Mark number ${i}` }));
    const tags = rows(await olena.post('tags/create', { data: names }), 'tags').map((row) => row.id as number);
    const change = async (about: { add?: number[]; remove?: number[] }) =>
      problem(await olena.call('customers/tag', { id, ...about }));
    const full = [422, 'limit_reached', 'data.add'];
    await change({ add: tags.slice(0, 30) });
    await olena.call('customers/tag', { id: other, add: tags.slice(30, 60) });
    await olena.call('customers/merge', { client_id: uuid(), into_id: id, from_id: other });
    expect(await change({ remove: tags.slice(0, 1) })).toEqual([200, undefined, undefined]);
    expect(await change({ add: tags.slice(60) })).toEqual(full);
    // What nobody sees takes no place.
    await olena.post('tags/delete', byId(...tags.slice(1, 11)));
    expect(await change({ add: tags.slice(60) })).toEqual([200, undefined, undefined]);
    expect(await change({ add: tags.slice(0, 1) })).toEqual(full);
    expect((await card(id)).tags).toHaveLength(50);
  });

  test('is found by parts of a name, any address, and a number in any way of writing', async () => {
    const zoe = await aCustomer({
      first_name: 'Zoë',
      last_name: 'Quint',
      email: 'zoe@quint.test',
      phone: '+380501112233',
    });
    await olena.call('customers/add-identity', { id: zoe, kind: 'email', value: 'z.q@elsewhere.test' });
    const raw = await aCustomer({ first_name: 'Raw', last_name: 'Number', phone: '050/444 55 66' });
    const parts = ['quint', 'uint', 'ZOË qui', 'zo', 'elsewhere', 'oe@qui', '.q@else', 'ere.te'];
    const numbers = ['050 111-22-33', '+380 (50) 111', '0501112233'];
    for (const words of [...parts, ...numbers]) expect(await found(words), words).toEqual([zoe]);
    await readWords();
    for (const words of [...parts, ...numbers]) expect(await found(words), `${words}, read`).toEqual([zoe]);
    expect(await found('+380 50 444 55 66')).toEqual([raw]);
    expect(await found('100%_')).toEqual([]);
    // Whoever an address looks like is found, and is not whose it is.
    const near = await aCustomer({ first_name: 'Zed', email: 'zoe@quint.test.ua' });
    expect(await found('zoe@quint.test')).toEqual([zoe, near]);
    expect(await exactlyFound('Zoe@Quint.test')).toEqual([zoe]);
    expect(await exactlyFound('z.q@elsewhere.test')).toEqual([zoe]);
    expect(await exactlyFound('oe@quint.test')).toEqual([]);
  });

  test('is found by parts of a name or an address without a look at everybody of the company', async () => {
    await at.db.transaction('system', async (tx) => {
      await tx.run(
        sql`insert into customers (company_id, first_name, last_name, email)
            select ${shop.companyId}::bigint, 'Person ' || n, 'Many', 'person' || n || '@many.test' from generate_series(1, 2000) n`,
      );
      await tx.run(
        sql`insert into customer_identities (company_id, customer_id, kind, value, source)
            select company_id, id, 'email', email, 'person' from customers where last_name = 'Many'
            union all select company_id, id, 'telegram', 'many', 'person' from customers where first_name = 'Person 1999'`,
      );
    });
    await readWords();
    // Without it PostgreSQL takes a table that was just filled for one of hardly any rows.
    const owner = await connectClient({ connectionString: at.databaseUrl });
    await owner.query('analyze');
    await owner.end();
    const [person] = await at.db.read<{ user_id: number }>(
      'system',
      sql`select user_id from roles where company_id = ${shop.companyId} limit 1`,
    );
    const caller = await loadPerson(at.db, person?.user_id ?? 0);
    if (!caller) throw new Error('nobody works there');
    const names: string[] = [];
    const looked = async (words: string) => {
      let rows = 0;
      const seen = async (tx: Tx) => {
        const row = await tx.row<{ n: number }>(
          sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname in ('customers', 'customer_identities')`,
        );
        return row?.n ?? Number.NaN;
      };
      const counting: typeof at.db = {
        ...at.db,
        read: (scope, query) => counting.transaction(scope, (tx) => tx.rows(query)),
        transaction: (scope, work) =>
          at.db.transaction(scope, async (tx) => {
            const before = await seen(tx);
            const answer = await work(tx);
            rows = (await seen(tx)) - before;
            return answer;
          }),
      };
      for (const one of await searchCustomers(counting, { company_id: shop.companyId, words }, caller))
        names.push(one.first_name);
      return rows;
    };
    expect(await looked('erson1234')).toBeLessThan(100);
    expect(await looked('person1234@many.te')).toBeLessThan(100);
    expect(names.splice(0)).toEqual(['Person 1234', 'Person 1234']);
    // Whose address it is comes first, however many have it as a part.
    await looked('many');
    expect(names[0]).toBe('Person 1999');
  });

  test('shows what is open first, put off or not, and what is done with behind', async () => {
    const letter = { from: 'Odd Order', address: 'odd@order.test' };
    const ids: number[] = [];
    for (const subject of ['Done', 'Put off', 'New'])
      ids.push((await aTicket(at, shop, { ...letter, subject })).ticketId);
    const [done = 0, putOff = 0, fresh = 0] = ids;
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    expect((await olena.call('tickets/snooze', { ids: [putOff], until })).status).toBe(200);
    expect((await olena.call('tickets/resolve', { ids: [done] })).status).toBe(200);
    const { body } = await olena.post('tickets/get', {
      fields: ['id', 'is_resolved'],
      filter: { conditions: [['customer_id', '=', await customerOfTicket(done)]] },
      sort: [
        ['is_resolved', 'asc'],
        ['id', 'asc'],
      ],
    });
    expect(body.data.tickets).toEqual([
      { id: putOff, is_resolved: 0 },
      { id: fresh, is_resolved: 0 },
      { id: done, is_resolved: 1 },
    ]);
  });

  test('is seen by those who see a ticket of theirs, and by nobody of another company', async () => {
    const { customerId, ticketId } = await aTicket(at, shop, { from: 'Sven Dahl', address: 'sven@dahl.test' });
    const narrow = await aPerson(at, 'Narrow Agent');
    await joins(at, narrow.id, shop.companyId, 1);
    const change = { id: narrow.id, company_id: shop.companyId, scope: 'own' };
    expect((await olena.call('users/change-access', change)).status).toBe(200);
    at.wake.nudge('sessions');
    const seen = () => narrow.api.call('customers/card', { id: customerId });
    expect(problem(await seen())).toEqual([404, 'customer_not_found', 'data.id']);
    expect(await found('sven', narrow.api)).toEqual([]);
    await olena.post('tickets/update', { data: { assignee_id: narrow.id }, ...byId(ticketId) });
    await aTicket(at, shop, { from: 'Sven Dahl', address: 'sven@dahl.test' });
    expect((await seen()).body.data.counts.all).toBe(1);
    expect(await found('sven', narrow.api)).toEqual([customerId]);
    // Whose an address is, is not told to those who may not see them.
    const theirs = { id: customerId, kind: 'email', value: 'ida@holm.test' };
    const taken = await narrow.api.call('customers/add-identity', theirs);
    expect(taken.body.errors[0]?.values).toEqual({ name: '—' });
  });
});

test('customers are blocked by who may change them there, whatever they may elsewhere', async () => {
  const customerId = await aCustomer({ first_name: 'Klaus', email: 'klaus@blocked.test' });
  const max = await aPerson(at, 'Max', 'max@two-companies.test');
  await aCompany(max.api, 'Max & Sons', 'MX');
  await joins(at, max.id, shop.companyId, 1);
  const mayUpdate = (value: 0 | 1) =>
    olena.call('privileges/change', {
      company_id: shop.companyId,
      changes: [{ role: 'agent', privilege: 'customers.update', value }],
    });
  const block = () => max.api.call('customers/block', { ids: [customerId] });
  await mayUpdate(0);
  at.wake.nudge('sessions');
  expect([(await block()).status, (await card(customerId)).is_blocked]).toEqual([403, 0]);
  await mayUpdate(1);
  expect([(await block()).status, (await card(customerId)).is_blocked]).toEqual([200, 1]);
});

describe('the clock of a customer', () => {
  test.each([
    ['+380 67 123 45 67', 'Europe/Kyiv'],
    ['+48 22 123 45 67', 'Europe/Warsaw'],
    ['+49 30 1234567', 'Europe/Berlin'],
    ['+91 22 2345 6789', 'Asia/Kolkata'],
    ['+1 212 555 0123', undefined],
    ['+34 91 123 45 67', undefined],
    ['022 12 34 56', undefined],
  ])('of the number %s is %s', (phone, zone) => {
    expect(zoneOfNumber(phone)).toBe(zone);
  });

  test('is what the team wrote down, else that of their number’s country; no zone is none', async () => {
    const jan = await aCustomer({ first_name: 'Jan', phone: '+48 22 123 45 67' });
    expect(await card(jan)).toMatchObject({ time_zone: null, zone: { name: 'Europe/Warsaw', source: 'phone' } });
    const move = (time_zone: unknown) => olena.post('customers/update', { data: { time_zone }, ...byId(jan) });
    for (const none of ['Mars/Olympus', '+02:00', '', 'x'.repeat(65), 7])
      expect(problem(await move(none)), String(none)).toEqual([422, expect.any(String), 'data.time_zone']);
    expect((await move('America/New_York')).status).toBe(200);
    expect(await card(jan)).toMatchObject({
      time_zone: 'America/New_York',
      zone: { name: 'America/New_York', source: 'person' },
    });
    expect((await move(null)).status).toBe(200);
    expect((await card(jan)).zone).toEqual({ name: 'Europe/Warsaw', source: 'phone' });
    expect((await card(await aCustomer({ first_name: 'Who' }))).zone).toBeNull();
  });
});

describe('two customers who are one person', () => {
  const twoOf = async (name: string) => {
    const mail = `${name.toLowerCase()}@one.test`;
    const a = await aTicket(at, shop, { from: `${name} Hale`, address: mail });
    const b = await aTicket(at, shop, { from: `${name} Hale`, address: `${name.toLowerCase()}+shop@one.test` });
    return { into: a.customerId, from: b.customerId, ours: a.ticketId, theirs: b.ticketId, mail };
  };
  const merge = (the: { into: number; from: number }, more = {}) =>
    olena.call('customers/merge', { client_id: uuid(), into_id: the.into, from_id: the.from, ...more });

  test('are suggested with the reason, the strongest first, until somebody says they are not', async () => {
    const nora = await aCustomer({
      first_name: 'Nora',
      last_name: 'Vik',
      email: 'nora@vik.test',
      phone: '+47 22 12 34 56',
    });
    const plus = await aCustomer({ first_name: 'N', email: 'nora+shop@vik.test' });
    const phone = await aCustomer({ first_name: 'Mrs Vik', phone: '022123456' });
    const name = await aCustomer({ first_name: 'nora', last_name: 'VIK', email: 'other@vik.test' });
    const bare = await aCustomer({ first_name: 'Nora', last_name: 'Vik' });
    await aCustomer({ first_name: 'Nora', last_name: 'Vik', email: 'nora@another-domain.test' });
    expect(await duplicates(nora)).toEqual([
      [plus, 'same_mail'],
      [name, 'same_name_and_domain'],
      [bare, 'same_name'],
    ]);
    await olena.post('customers/update', { data: { phone: '+47 22 12 34 56' }, ...byId(nora) });
    const written = await aCustomer({ first_name: 'Again', phone: '0 22 12 34 56 ' });
    expect((await duplicates(written)).map(([id]) => id)).toContain(phone);
    await olena.call('customers/keep-apart', { id: plus, twin_id: nora });
    expect((await duplicates(nora)).map(([id]) => id)).not.toContain(plus);
    expect((await duplicates(plus)).map(([id]) => id)).not.toContain(nora);
    for (const api of [iryna, olena]) await api.call('customers/keep-apart', { id: nora, twin_id: plus, is_apart: 0 });
    expect((await duplicates(nora)).map(([id]) => id)).toContain(plus);
  });

  test('of whom one is blocked become one only when somebody has decided: nobody is blocked or unblocked by the way', async () => {
    const the = await twoOf('Bella');
    const block = (is_blocked: 0 | 1) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`update customers set blocked_at = ${is_blocked ? new Date() : null} where id = ${the.from}`),
      );
    await block(1);
    expect(problem(await merge(the))).toEqual([409, 'one_is_blocked', 'data.from_id']);
    expect(problem(await merge({ into: the.from, from: the.into }))).toEqual([409, 'one_is_blocked', 'data.from_id']);
    await block(0);
    expect((await merge(the)).status).toBe(200);
  });

  test('become one: tickets, identities, notes and tags move, fields as chosen; a mail from either finds the survivor', async () => {
    const the = await twoOf('Rosa');
    await olena.post('customers/update', {
      ...{ data: { phone: '+380441112233', note: 'Left hand', time_zone: 'Europe/Rome' } },
      ...byId(the.from),
    });
    await olena.post('customers/update', { data: { note: 'Right hand' }, ...byId(the.into) });
    await olena.call('customers/note', { id: the.from, client_id: uuid(), body: 'Door code 7' });
    expect(
      problem(await iryna.call('customers/merge', { client_id: uuid(), ...{ into_id: the.into, from_id: the.from } })),
    ).toEqual([...[403, 'forbidden', undefined]]);
    const client_id = uuid();
    const take = ['phone', 'note', 'time_zone'];
    const merged = await merge(the, { client_id, take });
    expect(merged.body.data.tickets).toBe(1);
    expect((await merge(the, { client_id, take })).body.data).toEqual(merged.body.data);
    expect(problem(await merge(the))).toEqual([409, 'not_in_this_state', 'data.from_id']);

    const shown = await card(the.into);
    expect(shown).toMatchObject({
      ...{ phone: '+380441112233', note: 'Right hand\n\nLeft hand', time_zone: 'Europe/Rome', counts: { all: 2 } },
    });
    expect(shown.notes).toMatchObject([{ body: 'Door code 7' }]);
    expect(shown.merges).toMatchObject([{ id: merged.body.data.merge_id, tickets: 1, by: 'Olena Kovalenko' }]);
    expect(await identities(the.into)).toEqual(['rosa@one.test *', '+380441112233 *', 'rosa+shop@one.test']);
    expect(await card(the.from)).toMatchObject({ merged_into: the.into, is_deleted: 1, can: { update: false } });
    expect(await customerOfTicket(the.theirs)).toBe(the.into);
    const next = await aTicket(at, shop, { from: 'Rosa', address: 'rosa+shop@one.test' });
    expect(await customerOfTicket(next.ticketId)).toBe(the.into);
    // The list has one of them, and the other cannot be restored past the merge.
    expect(await found('rosa')).toEqual([the.into]);
    expect(problem(await olena.post('customers/restore', byId(the.from)))).toEqual([
      409,
      'not_in_this_state',
      'filter',
    ]);
    // Nor is anything written on a card that nobody looks at any more, such as an address that the survivor then cannot have.
    const email = 'rosa@new.test';
    expect(problem(await olena.post('customers/update', { data: { email }, ...byId(the.from) }))).toEqual([
      ...[409, 'not_in_this_state', 'filter'],
    ]);
    expect((await olena.call('customers/add-identity', { id: the.into, kind: 'email', value: email })).status).toBe(
      200,
    );
  });

  test('are blocked by either address, as the one whom they are now', async () => {
    const the = await twoOf('Dora');
    // From before a merged card could no more be given an address.
    await merge(the);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update customer_identities set customer_id = ${the.from} where company_id = ${shop.companyId} and value = 'dora+shop@one.test'`,
      ),
    );
    await olena.call('customers/block', { ids: [the.into] });
    const either = ['dora@one.test', 'dora+shop@one.test'];
    const known = await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
      findCustomers(tx, shop.companyId, either),
    );
    expect(either.map((address) => known.get(address)?.isBlocked)).toEqual([true, true]);
  });

  test('A51 50 merge them at the same time: one does, the others are told, and nothing is half done', async () => {
    const the = await twoOf('Petra');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => merge(i % 2 ? the : { into: the.from, from: the.into })),
    );
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1);
    expect(new Set(answers.filter((one) => one.status !== 200).map((one) => one.body.errors[0]?.key))).toEqual(
      new Set(['not_in_this_state']),
    );
    const both = [await card(the.into), await card(the.from)];
    expect(both.map((one) => one.counts.all).sort()).toEqual([0, 2]);
    expect(both.map((one) => one.identities.length).sort()).toEqual([0, 2]);
  });

  test('are two again: what is still where the merge put it goes back, what changed since stays', async () => {
    const the = await twoOf('Linda');
    await olena.post('customers/update', {
      data: { first_name: 'L.', phone: '+380442223344', time_zone: 'Europe/Oslo' },
      ...byId(the.from),
    });
    const merged = await merge(the, { take: ['first_name', 'phone', 'time_zone'] });
    const mergeId = merged.body.data.merge_id;
    const later = await aTicket(at, shop, { from: 'Linda', address: 'linda+shop@one.test', subject: 'Later' });
    await olena.post('customers/update', { data: { first_name: 'Linda-Maria' }, ...byId(the.into) });
    await olena.call('customers/remove-identity', { id: the.into, kind: 'phone', value: '+380442223344' });

    expect(problem(await iryna.call('customers/unmerge', { merge_id: mergeId }))[0]).toBe(403);
    const undone = await olena.call('customers/unmerge', { merge_id: mergeId });
    expect(undone.body.data).toEqual({ id: the.from, tickets: 1 });
    expect((await olena.call('customers/unmerge', { merge_id: mergeId })).body.data.tickets).toBe(0);
    expect(await customerOfTicket(the.theirs)).toBe(the.from);
    expect(await customerOfTicket(the.ours)).toBe(the.into);
    // What came in meanwhile was the survivor's.
    expect(await customerOfTicket(later.ticketId)).toBe(the.into);
    expect(await card(the.into)).toMatchObject({ first_name: 'Linda-Maria', time_zone: null, merges: [] });
    expect(await identities(the.from)).toEqual(['linda+shop@one.test *']);
    expect(await card(the.from)).toMatchObject({ is_deleted: 0, merged_into: null, counts: { all: 1 } });
  });

  test('are one and two again for somebody who sees but a part of the company, however often they ask', async () => {
    const the = await twoOf('Nora');
    const narrow = await aPerson(at, 'Narrow Supervisor', 'narrow.supervisor@lumenoak.test');
    await joins(at, narrow.id, shop.companyId, 2);
    await olena.call('users/change-access', { id: narrow.id, company_id: shop.companyId, scope: 'own' });
    at.wake.nudge('sessions');
    await olena.post('tickets/update', { data: { assignee_id: narrow.id }, ...byId(the.ours) });
    const asked = { client_id: uuid(), into_id: the.into, from_id: the.from };
    expect(problem(await narrow.api.call('customers/merge', asked))).toEqual([
      ...[404, 'customer_not_found', 'data.from_id'],
    ]);
    await olena.post('tickets/update', { data: { assignee_id: narrow.id }, ...byId(the.theirs) });
    const merged = await narrow.api.call('customers/merge', asked);
    expect(merged.body.data.tickets).toBe(1);
    expect((await narrow.api.call('customers/merge', asked)).body.data).toEqual(merged.body.data);
    const back = () => narrow.api.call('customers/unmerge', { merge_id: merged.body.data.merge_id });
    // Whoever sees the survivor no more has nothing to do with either.
    await olena.post('tickets/update', { data: { assignee_id: null }, ...byId(the.ours, the.theirs) });
    expect(problem(await back())).toEqual([404, 'not_found', 'data.merge_id']);
    await olena.post('tickets/update', { data: { assignee_id: narrow.id }, ...byId(the.ours, the.theirs) });
    expect((await back()).body.data).toEqual({ id: the.from, tickets: 1 });
    expect(await card(the.from, narrow.api)).toMatchObject({ is_deleted: 0, merged_into: null });
  });

  test('who were merged on come back in their order', async () => {
    const one = await twoOf('Greta');
    const third = await aCustomer({ first_name: 'Third' });
    const first = (await merge(one)).body.data.merge_id;
    const second = (await merge({ into: third, from: one.into })).body.data.merge_id;
    expect((await card(one.from)).merged_into).toBe(third);
    expect(problem(await olena.call('customers/unmerge', { merge_id: first }))).toEqual([
      ...[409, 'not_in_this_state', 'data.merge_id'],
    ]);
    await olena.call('customers/unmerge', { merge_id: second });
    expect((await card(one.from)).merged_into).toBe(one.into);
    expect((await olena.call('customers/unmerge', { merge_id: first })).status).toBe(200);
    await aLetterOn(at, shop, one.theirs, { address: 'greta+shop@one.test' });
    expect((await card(one.from)).counts.all).toBe(1);
  });
});

test('a name that is too long ends before half an emoji, and the letter is a ticket', async () => {
  for (const [n, from] of [`A${'🪑'.repeat(120)}`, `A${'🪑'.repeat(60)}, B${'🪑'.repeat(60)}`].entries()) {
    const { ticketId } = await aTicket(at, shop, { from, address: `chairs${n}@long.test` });
    expect(ticketId).toBeGreaterThan(0);
  }
});
