import { afterAll, beforeAll, expect, test } from 'vitest';
import { savedSearchesMax } from '#contract/saved-searches.ts';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: ApiClient;
let companyId: number;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  ({ companyId } = await aCompany(olena));
  const agent = await aPerson(at, 'Iryna Savchuk');
  iryna = agent.api;
  await joins(at, agent.id, companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const save = (api: ApiClient, name: string, about: Record<string, unknown> = {}) =>
  api.post('saved-searches/create', { data: [{ company_id: companyId, name, query: { view: 'mine' }, ...about }] });
const names = async (api: ApiClient) =>
  rows(
    await api.post('saved-searches/get', {
      sort: [['position', 'asc']],
      filter: { conditions: [['is_deleted', '=', 0]] },
    }),
    'saved-searches',
  ).map((row) => row.name);

test('a search is private until somebody who may shares it, and then everybody finds it', async () => {
  const mine = rowId(await save(iryna, 'Late refunds', { query: { view: 'open', tag: 7 } }), 'saved-searches');
  expect(await names(iryna)).toEqual(['Late refunds']);
  expect(await names(olena)).toEqual([]);
  expect((await olena.post('saved-searches/update', { data: { name: 'Not mine' }, ...byId(mine) })).status).toBe(404);
  expect((await save(iryna, 'For all', { is_shared: 1 })).status).toBe(403);
  expect((await iryna.post('saved-searches/update', { data: { is_shared: 1 }, ...byId(mine) })).status).toBe(403);

  const shared = rowId(await save(olena, 'Complaints', { is_shared: 1 }), 'saved-searches');
  expect(await names(iryna)).toContain('Complaints');
  expect((await iryna.post('saved-searches/update', { data: { name: 'Mine' }, ...byId(shared) })).status).toBe(403);
  expect((await iryna.post('saved-searches/delete', byId(shared))).status).toBe(403);
  await olena.post('saved-searches/update', { data: { is_shared: 0 }, ...byId(shared) });
  expect(await names(iryna)).toEqual(['Late refunds']);

  // Whoever else may share takes it from nobody, themselves included.
  const again = rowId(await save(olena, 'Late parcels', { is_shared: 1 }), 'saved-searches');
  const supervisor = await aPerson(at, 'Sam Dub');
  await joins(at, supervisor.id, companyId, 2);
  at.wake.nudge('sessions');
  const change = (data: object) => supervisor.api.post('saved-searches/update', { data, ...byId(again) });
  const refused = await change({ is_shared: 0 });
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    409,
    { key: 'owned_by_another', field: 'data.is_shared' },
  ]);
  expect((await change({ name: 'Lost parcels' })).status).toBe(200);
  expect(await names(supervisor.api)).toEqual(['Lost parcels']);
  await olena.post('saved-searches/delete', byId(again));
});

test('SPEC 5: a name has 3 to 50 letters, and a search holds what the list knows, nothing else', async () => {
  expect((await save(iryna, 'No')).body.errors[0]).toMatchObject({ key: 'too_short', field: 'data[0].name' });
  expect((await save(iryna, 'x'.repeat(51))).body.errors[0]).toMatchObject({ key: 'too_long', field: 'data[0].name' });
  const strange = await save(iryna, 'Strange', { query: { view: 'open', sql: 'drop' } });
  expect(strange.body.errors[0]).toMatchObject({ key: 'unknown_field', field: 'data[0].query.sql' });
  expect((await save(iryna, 'Strange', { query: { view: 'everything' } })).status).toBe(422);
});

test('everybody puts searches in an order of their own, the shared ones too; what is new stands last', async () => {
  const ids = [];
  for (const name of ['One', 'Two', 'Three'].map((one) => `Order ${one}`))
    ids.push(rowId(await save(iryna, name), 'saved-searches'));
  const [one = 0, two = 0, three = 0] = ids;
  const shared = rowId(await save(olena, 'Order shared', { is_shared: 1 }), 'saved-searches');
  const ordered = async (api: ApiClient) => (await names(api)).filter((name) => name.startsWith('Order'));
  expect((await iryna.call('saved-searches/order', { ids: [three, shared, one] })).status).toBe(200);
  expect(await ordered(iryna)).toEqual(['Order Three', 'Order shared', 'Order One', 'Order Two']);
  expect((await iryna.call('saved-searches/order', { ids: [shared, two, one, three] })).status).toBe(200);
  expect(await ordered(iryna)).toEqual(['Order shared', 'Order Two', 'Order One', 'Order Three']);

  const later = rowId(await save(olena, 'Order later', { is_shared: 1 }), 'saved-searches');
  await olena.call('saved-searches/order', { ids: [later, shared] });
  expect(await ordered(olena)).toEqual(['Order later', 'Order shared']);
  expect((await ordered(iryna)).at(-1)).toBe('Order later');
  expect((await olena.call('saved-searches/order', { ids: [one] })).status).toBe(404);
  // It is nobody else's business: whoever named them is in the trail, whoever moved them is not.
  await tellTrail(at);
  const trail = await at.db.read<{ action: string }>(
    'system',
    sql`select distinct action from audit_entries where entity = 'saved-searches' and title like 'Order%'`,
  );
  expect(trail).toEqual([{ action: 'created' }]);
});

test('a hundred are somebody’s own and a hundred the company’s: neither takes the room of the other, and all are found', async () => {
  const sofia = await aPerson(at, 'Sofia Bilyk');
  const chairs = (await aCompany(sofia.api, 'Chairs', 'CH')).companyId;
  const mark = await aPerson(at, 'Mark Dub');
  await joins(at, mark.id, chairs, 2);
  at.wake.nudge('sessions');
  const fill = (ownerId: number, isShared: 0 | 1) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into saved_searches (company_id, user_id, name, query, is_shared)
              select ${chairs}, ${ownerId}, 'Many ' || n, '{}', ${isShared} from generate_series(1, ${savedSearchesMax}::int) n`,
      ),
    );
  const refusal = (answer: Answer) => [answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
  const change = (one: number, is_shared: 0 | 1) =>
    sofia.api.post('saved-searches/update', { data: { is_shared }, ...byId(one) });

  // As after an import: all that are the company's are one person's.
  await fill(sofia.id, 1);
  const own = rowId(await save(sofia.api, 'Sofia alone', { company_id: chairs }), 'saved-searches');
  expect(refusal(await save(mark.api, 'For all', { company_id: chairs, is_shared: 1 }))).toEqual([
    'limit_reached',
    'data',
  ]);
  expect(refusal(await change(own, 1))).toEqual(['limit_reached', 'data.is_shared']);
  const [shared = 0, another = 0] = rows(
    await sofia.api.post('saved-searches/get', { filter: { conditions: [['name', 'in', ['Many 1', 'Many 2']]] } }),
    'saved-searches',
  ).map((row) => row.id);
  // What is the company's already may be named as such again.
  expect((await change(shared, 1)).status).toBe(200);
  await sofia.api.post('saved-searches/delete', byId(shared));
  expect((await change(own, 1)).status).toBe(200);
  expect(refusal(await sofia.api.post('saved-searches/restore', byId(shared)))[0]).toBe('limit_reached');

  await fill(sofia.id, 0);
  expect(refusal(await save(sofia.api, 'One more', { company_id: chairs }))).toEqual(['limit_reached', 'data']);
  expect(refusal(await change(another, 0))).toEqual(['limit_reached', 'data.is_shared']);
  const seen = await Promise.all(
    [0, 100].map((from) =>
      sofia.api.post('saved-searches/get', {
        filter: { conditions: [['is_deleted', '=', 0]] },
        sort: [['is_shared', 'asc']],
        range: [from, from + 100],
      }),
    ),
  );
  expect(seen.map((answer) => rows(answer, 'saved-searches').map((row) => row.is_shared))).toEqual([
    Array(100).fill(0),
    Array(100).fill(1),
  ]);
});
