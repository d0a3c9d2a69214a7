import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { rows } from './rows-of.ts';
import { tellTrail } from './tell-trail.ts';

type Firm = Company & { api: ApiClient };
let at: TestParley;
let operator: ApiClient;
let shop: Firm;
let rival: Firm;
let agent: ApiClient;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  const ops = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
  operator = ops.api;
  const olena = await aPerson(at, 'Olena');
  shop = { ...(await aCompany(olena.api, 'Lumen & Oak', 'LO')), api: olena.api };
  const rita = await aPerson(at, 'Rita');
  rival = { ...(await aCompany(rita.api, 'Fjordvik', 'FJ')), api: rita.api };
  const andriy = await aPerson(at, 'Andriy');
  await joins(at, andriy.id, shop.companyId, 1);
  agent = andriy.api;
});
afterAll(() => at.close());

const name = 'product-call-phones';
let last = 0;
/** Brings a new number in; answers its id. */
async function inPool(): Promise<{ id: number; phone_number: string }> {
  last++;
  const phone_number = `+38044123${String(1000 + last)}`;
  const added = await operator.post(`${name}/create`, {
    data: [{ phone_number, product_id: 0, is_onboarding: '1', acd_provider_id: 1 }],
  });
  return { id: rows(added, name)[0].id, phone_number };
}
const update = (api: ApiClient, id: number, data: Record<string, unknown>) =>
  api.post(`${name}/update`, { data, filter: { conditions: [['id', '=', id]] } });
const get = async (api: ApiClient, ...conditions: unknown[]) =>
  rows(await api.post(`${name}/get`, { filter: { conditions } }), name);
const historyOf = async (api: ApiClient, id: number) => (await api.call(`${name}/history`, { id })).body.data.changes;
const keyOf = (answer: { status: number; body: { errors?: { key: string; field?: string }[] } }) => [
  answer.status,
  answer.body.errors?.[0]?.key,
  answer.body.errors?.[0]?.field,
];

describe('the pool', () => {
  test('is filled by operators, all lines or none, and each wrong line is named', async () => {
    const line = (phone_number: string) => ({ phone_number, acd_provider_id: 1 });
    const lines = ['+1 212 555 2368', '+44 20 7946 0958', '+44 20 7946 0958', '+999 1', '12'].map(line);
    const refused = await operator.post(`${name}/create`, { data: lines.slice(0, 4) });
    expect(refused.body.errors.map((one) => [one.key, one.field])).toEqual([
      ['phone_duplicate', 'data[2].phone_number'],
      ['phone_invalid', 'data[3].phone_number'],
    ]);
    expect(keyOf(await operator.post(`${name}/create`, { data: [lines[4]] }))[2]).toBe('data[0].phone_number');
    expect((await operator.call(`${name}/list-all`)).body.data.total).toBe(0);

    const added = rows(await operator.post(`${name}/create`, { data: lines.slice(0, 2) }), name);
    expect(added.map((one) => [one.phone_number, one.readable_number, one.country_code, one.name]).sort()).toEqual([
      ['+12125552368', '+1 212 555 2368', 'US', '+12125552368'],
      ['+442079460958', '+44 20 7946 0958', 'GB', '+442079460958'],
    ]);
    expect(keyOf(await operator.post(`${name}/create`, { data: [line('+1 (212) 555-2368')] }))).toEqual([
      422,
      'phone_duplicate',
      'data[0].phone_number',
    ]);
    expect((await shop.api.post(`${name}/create`, { data: [line('+380441110000')] })).status).toBe(403);
    expect((await shop.api.call(`${name}/list-all`)).status).toBe(403);
  });

  test('is seen by whoever works for a company, and offers what nobody has', async () => {
    const { id } = await inPool();
    for (const api of [shop.api, rival.api, agent])
      expect((await get(api, ['product_id', '=', 0])).map((one) => one.id)).toContain(id);
    const stranger = await aPerson(at, 'Nobody Anywhere');
    expect(await get(stranger.api, ['product_id', '=', 0])).toEqual([]);
  });

  test('is not emptied by one company: beyond a hundred numbers an operator decides', async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({
      ...{ phone_number: `+38044777${1000 + n}`, is_onboarding: '1', acd_provider_id: 1 },
    }));
    const ids = rows(await operator.post(`${name}/create`, { data: many }), name).map((one) => one.id as number);
    const take = (some: readonly number[]) =>
      rival.api.post(`${name}/update`, {
        data: { product_id: rival.productId },
        filter: { conditions: [['id', 'in', some]] },
      });
    const give = (id: number, product_id: number) =>
      rival.api.post(`${name}/update`, { data: { product_id }, filter: { conditions: [['id', '=', id]] } });
    const has = (await get(rival.api, ['company_id', '=', rival.companyId])).length;
    expect((await take(ids.slice(0, 100 - has))).status).toBe(200);
    const beyond = ids[100 - has] ?? 0;
    expect(keyOf(await take([beyond]))).toEqual([422, 'limit_reached', 'data.product_id']);
    // What it has it goes on with, and one that is returned makes room.
    expect((await give(ids[0] ?? 0, rival.productId)).status).toBe(200);
    expect((await give(ids[0] ?? 0, 0)).status).toBe(200);
    expect((await take([beyond])).status).toBe(200);
    for (const id of [beyond, ...ids.slice(1, 100 - has)]) await give(id, 0);
  });
});

describe('everybody who looks at the pool', () => {
  test('is told when it has more or less, and not who took what', async () => {
    // News waits for the oldest writer of the whole server: what earlier tests did would be counted as well.
    const isToldAll = async () =>
      (
        await at.db.read(
          'system',
          sql`select from events where written_in >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
        )
      ).length === 0;
    await waitUntil(isToldAll, { what: 'what was before to be told' });
    const sockets = await Promise.all(
      [operator, rival.api].map((api) => aSocket(at.listening, { cookie: api.cookie, bookmark: null })),
    );
    const [ops, other] = sockets as [Socket, Socket];
    const heard = (socket: Socket) => socket.events.filter((event) => event.entity === name);
    const changed = { entity: name, action: 'updated', params: { id: null, company_id: 0 } };
    const toldTimes = (times: number) =>
      waitUntil(() => sockets.every((socket) => heard(socket).length === times), { what: `news ${times}` });
    try {
      const { id } = await inPool();
      await toldTimes(1);
      const bookmark = other.bookmark();
      await update(shop.api, id, { product_id: shop.productId });
      await toldTimes(2);
      // What a company does with its own number stays there.
      await update(shop.api, id, { name: 'Secret project' });
      await update(shop.api, id, { product_id: 0 });
      await toldTimes(3);
      await operator.call(`${name}/edit`, {
        phone_number: (await get(shop.api, ['id', '=', id]))[0].phone_number,
        change: { name: 'Spare' },
      });
      await toldTimes(4);
      for (const socket of [ops, other])
        for (const event of heard(socket)) expect(event, 'of the pool').toMatchObject(changed);

      const later = await aSocket(at.listening, { cookie: rival.api.cookie, bookmark });
      sockets.push(later);
      await waitUntil(() => heard(later).length === 3, { what: 'what was missed' });
    } finally {
      for (const socket of sockets) await socket.close();
    }
  });
});

describe('A7 a number', () => {
  test('is taken for a product of one’s own, by whoever may, and is then seen by nobody else', async () => {
    const { id } = await inPool();
    expect(keyOf(await update(agent, id, { product_id: shop.productId }))[0]).toBe(403);
    expect(keyOf(await update(shop.api, id, { product_id: rival.productId }))).toEqual([
      404,
      'not_found',
      'data.product_id',
    ]);
    expect(keyOf(await update(shop.api, id, { name: 'Mine' }))[0]).toBe(403);
    expect(keyOf(await update(shop.api, id, { product_id: 0 }))[0]).toBe(403);
    expect(keyOf(await update(shop.api, id, { product_id: shop.productId, is_onboarding: 1 }))).toEqual([
      422,
      'invalid_value',
      'data.is_onboarding',
    ]);

    const [taken] = rows(await update(shop.api, id, { product_id: shop.productId }), name);
    expect(taken).toMatchObject({
      company_id: shop.companyId,
      product_id: shop.productId,
      is_onboarding: 0,
      company_name: 'Lumen & Oak',
      acd_provider: 'SIP',
    });
    expect(await get(rival.api, ['id', '=', id])).toEqual([]);
    for (const data of [{ product_id: rival.productId }, { name: 'Ours now' }, { product_id: 0 }])
      expect((await update(rival.api, id, data)).status).toBe(404);
    expect((await rival.api.call(`${name}/history`, { id })).status).toBe(404);
    expect(rows(await update(shop.api, id, { name: 'Support line' }), name)[0].name).toBe('Support line');
  });

  test('A51 is taken once, however many want it in the same moment', async () => {
    const { id } = await inPool();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const firm = i % 2 ? shop : rival;
        return update(firm.api, id, { product_id: firm.productId });
      }),
    );
    const winners = new Set(
      answers.filter((one) => one.status === 200).map((one) => rows(one, name)[0].company_id as number),
    );
    expect(winners.size).toBe(1);
    const [shops, rivals] = [await get(shop.api, ['id', '=', id]), await get(rival.api, ['id', '=', id])];
    expect(shops.length + rivals.length).toBe(1);
    expect(answers.every((one) => one.status === 200 || one.status === 404)).toBe(true);
  });

  test('that operators keep back or took out of service is found and taken by no company', async () => {
    const change = (phone_number: string, wanted: Record<string, unknown>) =>
      operator.call(`${name}/edit`, { phone_number, change: wanted });
    for (const [away, back] of [
      [{ is_onboarding: 0 }, { is_onboarding: 1 }],
      [{ is_deleted: 1 }, { is_deleted: 0 }],
    ] as const) {
      const { id, phone_number } = await inPool();
      expect((await change(phone_number, away)).status).toBe(200);
      expect(await get(shop.api, ['id', '=', id])).toEqual([]);
      const refused = await update(shop.api, id, { product_id: shop.productId });
      expect(keyOf(refused)).toEqual([404, 'not_found', 'filter']);
      expect((await change(phone_number, back)).status).toBe(200);
      expect((await update(shop.api, id, { product_id: shop.productId })).status).toBe(200);
    }
  });

  test('goes back to onboarding by its number, and each company sees its own part of its life', async () => {
    const { id, phone_number } = await inPool();
    await update(shop.api, id, { product_id: shop.productId });
    await update(shop.api, id, { name: 'Secret project' });
    const returned = await shop.api.post(`${name}/update`, {
      data: { is_onboarding: 1 },
      filter: { conditions: [['phone_number', 'in', [phone_number]]] },
    });
    expect(rows(returned, name)[0]).toMatchObject({ product_id: 0, is_onboarding: 1, name: phone_number });
    await update(rival.api, id, { product_id: rival.productId });

    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const product = (of: Firm) => expect.objectContaining({ id: of.productId });
    expect(await historyOf(shop.api, id)).toEqual([
      { at: moment, by: 'Olena', from: product(shop), to: null },
      { at: moment, by: 'Olena', from: null, to: product(shop) },
    ]);
    expect(await historyOf(rival.api, id)).toEqual([{ at: moment, by: 'Rita', from: null, to: product(rival) }]);
    await tellTrail(at);
    const trail = await shop.api.call('audit/list', { company_id: shop.companyId, entity: name, entity_id: id });
    expect(trail.body.data.entries.map((one: { action: string }) => one.action)).toEqual([
      'updated',
      'updated',
      'updated',
    ]);
    expect(trail.body.data.entries[0].title, 'the number, not its id').toMatch(/^\+380/);
  });

  test('keeps its product from being disabled until it goes to another', async () => {
    const { id, phone_number } = await inPool();
    const made = await shop.api.post('products/create', { data: [{ name: 'Hotline', company_id: shop.companyId }] });
    const hotline = rows(made, 'products')[0].id as number;
    // It may be called something in the moment it is taken.
    const [taken] = rows(await update(shop.api, id, { product_id: hotline, name: 'Hotline' }), name);
    expect(taken).toMatchObject({ name: 'Hotline', product_id: hotline, phone_number });
    const disable = (more = {}) =>
      shop.api.post('products/delete', { filter: { conditions: [['id', '=', hotline]] }, ...more });
    expect(keyOf(await disable())).toEqual([409, 'has_dependents', 'filter']);
    expect((await disable({ move_to: shop.productId })).status).toBe(200);
    expect((await get(shop.api, ['id', '=', id]))[0].product_id).toBe(shop.productId);
    const [moved, first] = await historyOf(shop.api, id);
    expect(moved).toMatchObject({ by: 'Olena', from: { id: hotline, name: 'Hotline' }, to: { id: shop.productId } });
    expect(first).toMatchObject({ from: null, to: { id: hotline } });
  });
});

describe('an operator', () => {
  test('corrects a number by itself, and leaves alone what a company uses', async () => {
    const { id, phone_number } = await inPool();
    const edit = (number: string, change: Record<string, unknown>) =>
      operator.call(`${name}/edit`, { phone_number: number, change });
    expect(keyOf(await edit('+380449999999', { name: 'No one' }))).toEqual([404, 'phone_unknown', 'data.phone_number']);
    expect(keyOf(await edit(phone_number, { phone_number: '+1 2' }))[2]).toBe('data.change.phone_number');
    const other = await inPool();
    expect(keyOf(await edit(phone_number, { phone_number: other.phone_number }))[1]).toBe('phone_duplicate');
    expect((await edit(phone_number, { phone_number: '+380445550101', acd_provider_id: 2 })).status).toBe(200);

    await update(shop.api, id, { product_id: shop.productId });
    expect((await get(shop.api, ['id', '=', id]))[0]).toMatchObject({
      phone_number: '+380445550101',
      readable_number: '+380 44 555 0101',
      acd_provider: 'Twilio',
    });
    expect(keyOf(await edit('+380445550101', { is_deleted: 1 }))[1]).toBe('phone_in_use');
    expect(keyOf(await edit('+380445550101', { is_onboarding: 1 }))[1]).toBe('phone_in_use');
    const found = (await operator.call(`${name}/list-all`, { search: '0445550101' })).body.data;
    expect(found).toMatchObject({ total: 1, has_more: false });
    expect(found.phones[0]).toMatchObject({ company_name: 'Lumen & Oak', product_name: expect.any(String) });
  });
});
