import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Action, Entity } from '#contract/entity.ts';
import { defaultPrivileges, may, type PrivilegeKey } from '#contract/privileges.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aChangeOf, aRowOf, entities } from './contract-registry.ts';
import { everythingOf } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aMember, type Level, levels, type Shop, twoShops } from './two-companies.ts';

const absent = 999_999_999;
const roleNames = { 1: 'agent', 2: 'supervisor', 3: 'admin', 4: 'owner' } as const;

let at: TestParley;
let ours: Shop;
let theirs: Shop;
const members = new Map<Level, ApiClient>();
const sockets: Socket[] = [];
let untouched: string;

beforeAll(async () => {
  at = await aParley();
  [ours, theirs] = await twoShops(at);
  for (const level of levels) members.set(level, (await aMember(at, ours, level)).api);
  for (const api of members.values()) sockets.push(await aSocket(at.parley.url, { cookie: api.cookie }));
  untouched = await everythingOf(at, theirs.companyId);
});
afterAll(async () => {
  for (const socket of sockets) await socket.close();
  await at?.close();
});

const isAllowed = (level: Level, of: Entity, action: Action): boolean =>
  level > 0 && mayDo(level, `${of.name}.${action}`) && (!takesSharing(of, action) || mayDo(level, `${of.name}.share`));
const mayDo = (level: Level, key: string): boolean =>
  may({ name: roleNames[level as 1 | 2 | 3 | 4] }, key as PrivilegeKey, { default: defaultPrivileges }); // level 0 is nobody
/** The shop's row of these is the company's: changing it takes the right to share. A new one is one's own. */
const takesSharing = (of: Entity, action: Action): boolean =>
  ['templates', 'saved-searches'].includes(of.name) && ['update', 'delete', 'restore'].includes(action);

const byIds = (...ids: number[]) => ({ filter: { conditions: [['id', 'in', ids]] } });
const rowsOf = (answer: Answer, of: Entity): { id: number; company_id?: number; is_deleted?: number }[] =>
  answer.body.data?.[of.name] ?? [];

describe.each(levels)('A1 a person of level %i', (level) => {
  describe.each(entities.map((one) => [one.name, one] as const))('and %s', (_name, of) => {
    const api = () => members.get(level) as ApiClient; // made for every level in beforeAll
    const own = () => ours.ids[of.name] as number; // every entity has its row in a shop, see two-companies.ts
    const foreign = () => theirs.ids[of.name] as number;
    const showsNothingOfTheirs = (answer: Answer) => expect(answer.text).not.toContain(theirs.canary);

    test('get shows what the role may see and nothing of the other company', async () => {
      const visible = isAllowed(level, of, 'get');
      const [all, mine, mixed, foreignOnly, nothing] = await Promise.all([
        api().post(`${of.name}/get`, {}),
        api().post(`${of.name}/get`, byIds(own())),
        api().post(`${of.name}/get`, byIds(own(), foreign(), absent)),
        api().post(`${of.name}/get`, byIds(foreign())),
        api().post(`${of.name}/get`, byIds(absent)),
      ]);
      for (const answer of [all, mine, mixed, foreignOnly, nothing]) {
        expect(answer.status, answer.text).toBe(200);
        showsNothingOfTheirs(answer);
        for (const row of rowsOf(answer, of)) expect(row.company_id ?? row.id).toBe(ours.companyId);
      }
      expect(rowsOf(mine, of).map((row) => row.id)).toEqual(visible ? [own()] : []);
      expect(rowsOf(mixed, of)).toEqual(rowsOf(mine, of));
      expect(mixed.body.total).toBe(visible ? 1 : 0);
      expect(foreignOnly.body).toEqual(nothing.body);
      expect(all.body.total).toBe(rowsOf(all, of).length);
    });

    test('a filter by the other company finds nothing, and total counts nothing', async () => {
      const column = 'company_id' in of.fields ? 'company_id' : 'id';
      for (const condition of [
        [column, '=', theirs.companyId],
        [column, 'in', [theirs.companyId]],
        [column, '!=', ours.companyId],
        [column, '>', ours.companyId],
      ]) {
        const answer = await api().post(`${of.name}/get`, { filter: { conditions: [condition] } });
        expect(answer.body, answer.text).toEqual({ success: true, data: { [of.name]: [] }, total: 0 });
      }
    });

    for (const action of (['update', 'delete', 'restore'] as const).filter((one) => of.actions.includes(one))) {
      test(`${action} answers alike for foreign and absent rows`, async () => {
        const body = (...ids: number[]) =>
          action === 'update' ? { ...byIds(...ids), data: aChangeOf(of, ours.ids) } : byIds(...ids);
        const [foreignOnly, nothing] = await Promise.all([
          api().post(`${of.name}/${action}`, body(foreign())),
          api().post(`${of.name}/${action}`, body(absent)),
        ]);
        expect(foreignOnly.status).toBe(404);
        expect(foreignOnly.text).toBe(nothing.text);

        const [was] = rowsOf(await api().post(`${of.name}/get`, byIds(own())), of);
        // What is so already is nobody's to answer again.
        const isSo = action !== 'update' && was?.is_deleted === (action === 'delete' ? 1 : 0);
        const mixed = await api().post(`${of.name}/${action}`, body(own(), foreign()));
        showsNothingOfTheirs(mixed);
        if (!isAllowed(level, of, 'get')) expect(mixed.status).toBe(404);
        else if (!isAllowed(level, of, action) && !(isSo && mixed.status === 200)) expect(mixed.status).toBe(403);
        else if (mixed.status === 409) expect(mixed.body.errors[0]?.key).toBe('has_dependents');
        else expect(rowsOf(mixed, of).map((row) => row.id)).toEqual(isSo ? [] : [own()]);
      });
    }

    // A company is founded, not created within one: anybody may.
    if (of.actions.includes('create') && of.name !== 'companies') {
      test('create is for the own company and by privilege; one foreign row refuses them all', async () => {
        const create = (...rows: unknown[]) => api().post(`${of.name}/create`, { data: rows });
        const intoTheirs = { ...aRowOf(of, ours.ids), company_id: theirs.companyId };
        const intoNone = { ...intoTheirs, company_id: absent };
        const before = await everythingOf(at, ours.companyId);

        const [foreignOnly, nothing, mixed] = [
          await create(intoTheirs),
          await create(intoNone),
          await create(aRowOf(of, ours.ids), intoTheirs),
        ];
        expect(foreignOnly.status, foreignOnly.text).toBe(404);
        expect(foreignOnly.text).toBe(nothing.text);
        expect([403, 404]).toContain(mixed.status);
        expect(await everythingOf(at, ours.companyId)).toBe(before);

        const mine = await create(aRowOf(of, ours.ids));
        expect(mine.status, mine.text).toBe(level === 0 ? 404 : isAllowed(level, of, 'create') ? 200 : 403);
      });
    }
  });

  test('nothing of the other company was changed, and no socket heard of it', async () => {
    expect(await everythingOf(at, theirs.companyId)).toBe(untouched);
    const [marker] = [
      await ours.owner.post('customers/create', { data: [{ company_id: ours.companyId, first_name: 'Marker' }] }),
    ];
    const markerId = marker.body.data.customers[0].id;
    const listening = sockets.filter((_socket, i) => levels[i] !== 0);
    await waitUntil(() =>
      listening.every((socket) =>
        socket.events.some((event) => event.entity === 'customers' && event.params.id === markerId),
      ),
    );
    for (const socket of sockets) {
      expect(socket.events.filter((event) => event.params.company_id === theirs.companyId)).toEqual([]);
    }
    expect(sockets[0]?.events.filter((event) => event.entity !== 'realtime')).toEqual([]);
  });
});

test('A1 the contract has no entity that a shop of these tests holds no row of', () => {
  expect(entities.map((one) => one.name).sort()).toEqual(Object.keys(ours.ids).sort());
});

test('A1 hundreds of requests of both companies at once never mix on their shared connections', async () => {
  const asked = Array.from({ length: 400 }, async (_, i) => {
    const [shop, other] = i % 2 ? [ours, theirs] : [theirs, ours];
    const of = entities[i % entities.length];
    const answer =
      i % 5 === 0
        ? await shop.owner.call('users/self')
        : await shop.owner.post(`${of?.name}/get`, i % 7 === 0 ? { fields: ['nonsense'] } : {});
    expect(answer.text).not.toContain(other.canary);
    if (answer.status === 200)
      expect(answer.text).toMatch(new RegExp(`${shop.canary}|"(company_)?id":${shop.companyId}\\b`));
  });
  await Promise.all(asked);
});
