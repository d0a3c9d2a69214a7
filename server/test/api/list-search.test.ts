import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchMax } from '#contract/entity.ts';
import type { ApiClient } from './api-client.ts';
import { entities } from './contract-registry.ts';
import { rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let ours: Shop;
let theirs: Shop;
let owner: ApiClient;
shopsAtHand((it) => ({ ours, theirs } = it));
beforeAll(async () => {
  owner = ours.owner;
  await owner.post('customers/create', {
    data: [
      { first_name: 'Hanna', last_name: 'Lindqvist', email: 'hanna@lindqvist.test', phone: '+46 70 123 45 67' },
      { first_name: 'Ївга', last_name: 'Ґалаґан', email: 'yivha@halahan.test' },
      { first_name: '100%_sure', last_name: "O'Brien \\ Sons" },
    ].map((row) => ({ ...row, company_id: ours.companyId })),
  });
});

const find = async (search: string) =>
  rows(await owner.post('customers/get', { search, sort: [['id', 'asc']] }), 'customers').map((row) => row.first_name);

describe('a search', () => {
  test('finds every word, in any order and case, within words and across fields', async () => {
    for (const search of ['hanna', 'LIND', 'qvist hann', '70 123', 'hanna@lind', '  Hanna\tLINDQVIST '])
      expect(await find(search), search).toEqual(['Hanna']);
    expect(await find('hanna weber')).toEqual([]);
  });

  test('knows Ukrainian letters in both cases', async () => {
    for (const search of ['ївга', 'ЇВГА', 'ґАЛА', 'галаган yivha', 'Ґалаґан'])
      expect(await find(search), search).toEqual(search.startsWith('галаган') ? [] : ['Ївга']);
  });

  test('takes every sign as itself', async () => {
    for (const search of ['100%', '%_', "o'brien", '\\']) expect(await find(search), search).toEqual(['100%_sure']);
    expect(await find('1__%')).toEqual([]);
  });

  test('narrows the total, and what filters and pages leave', async () => {
    const all = await owner.post('customers/get', { search: '.test', range: [0, 1], sort: [['first_name', 'asc']] });
    expect(all.body.total).toBe(5);
    expect(rows(all, 'customers')).toHaveLength(1);
    const none = await owner.post('customers/get', {
      search: 'hanna',
      filter: { conditions: [['is_deleted', '=', 1]] },
    });
    expect([none.body.total, rows(none, 'customers')]).toEqual([0, []]);
  });

  test('of nothing is none, and too long a one is refused by name', async () => {
    expect((await find('')).length).toBe(6);
    expect((await find('  ')).length).toBe(6);
    const long = await owner.post('customers/get', { search: 'x'.repeat(searchMax + 1) });
    expect([long.status, long.body.errors?.[0]]).toMatchObject([422, { key: 'too_long', field: 'search' }]);
    for (const search of [1, null, [], {}, 'a\0b', '\ud800'])
      expect((await owner.post('customers/get', { search })).status).toBe(422);
  });
});

describe.each(entities.filter((of) => of.actions.includes('get')))('A2 A8 a search of $name', (of) => {
  test('finds what stands in ours, and nothing of theirs; is refused where nothing is searched', async () => {
    const get = (search: string) => owner.post(`${of.name}/get`, { search });
    const [name] = of.searched;
    if (name === undefined) {
      expect((await get(theirs.canary)).body.errors?.[0]).toMatchObject({ key: 'unknown_field', field: 'search' });
      return;
    }
    expect(rows(await get(theirs.canary), of.name)).toEqual([]);
    const all = rows(await owner.post(`${of.name}/get`, {}), of.name);
    const value = name.split('.').reduce((inside, key) => inside?.[key], all[0]);
    expect(rows(await get(String(value)), of.name).map((row) => row.id)).toContain(all[0].id);
  });

  test('of anything that people paste is an answer, never a fault', async () => {
    const pasted = fc.oneof(
      fc.string({ unit: 'binary', maxLength: searchMax + 10 }),
      fc.string({ unit: 'grapheme', maxLength: searchMax }),
      fc.constantFrom("' or 1=1 --", "'); select pg_sleep(2); --", '%', '_', '\\', '$1', '%s', 'İ', 'ß', '\u202E'),
    );
    await fc.assert(
      fc.asyncProperty(pasted, async (search) => {
        const answer = await owner.post(`${of.name}/get`, { search });
        if (answer.status !== 200)
          expect([answer.status, answer.body.errors?.[0]]).toMatchObject([422, { field: 'search' }]);
      }),
      { numRuns: 60 },
    );
  });
});
