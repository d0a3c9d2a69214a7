import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totalCountedMax } from '#contract/entity.ts';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, rowId } from './people.ts';
import { rows } from './rows-of.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

describe('a list', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  let wide: ApiClient;
  const companies: number[] = [];
  beforeAll(async () => {
    const person = await aPerson(at, 'Wide', 'wide@lumenoak.test');
    wide = person.api;
    for (let i = 0; i < 3; i++) {
      const answer = await wide.post('companies/create', {
        data: [{ company_name: `List ${i}`, case_prefix: `L${i}` }],
      });
      companies.push(rowId(answer, 'companies'));
    }
    // Every third letter in each company; a phone for every second of all.
    for (const [i, companyId] of companies.entries()) {
      const mine = [...letters].map((letter, n) => ({ letter, n })).filter(({ n }) => n % 3 === i);
      await wide.post('customers/create', {
        data: mine.map(({ letter, n }) => ({
          company_id: companyId,
          first_name: letter,
          last_name: n % 2 ? 'odd' : 'even',
          phone: n % 2 ? `+380441234${n + 100}` : null,
        })),
      });
    }
  });
  const get = (body: Record<string, unknown>) =>
    wide.post('customers/get', { fields: ['first_name', 'phone'], ...body });
  const names = (answer: Answer) =>
    rows(answer, 'customers')
      .map((row) => row.first_name)
      .join('');

  test('of several companies is one list, sorted as one, page after page', async () => {
    for (const [direction, expected] of [
      ['asc', letters],
      ['desc', [...letters].toReversed().join('')],
    ] as const) {
      let read = '';
      for (let from = 0; from < 30; from += 7) {
        const page = await get({ sort: [['first_name', direction]], range: [from, from + 7] });
        expect(page.body.total).toBe(26);
        read += names(page);
      }
      expect(read).toBe(expected);
    }
    const some = [['company_id', 'in', companies.slice(0, 2)]];
    expect(names(await get({ sort: [['first_name', 'asc']], filter: { conditions: some } }))).toBe(
      [...letters].filter((_l, n) => n % 3 < 2).join(''),
    );
  });

  test('sorted by a name stands in the order of the alphabet, in Ukrainian too, by its index', async () => {
    // Somebody else's company, so that the lists of the others stay as they are.
    const { api } = await aPerson(at, 'Abetka', 'abetka@lumenoak.test');
    const company = await api.post('companies/create', { data: [{ company_name: 'Alphabet', case_prefix: 'AB' }] });
    const companyId = rowId(company, 'companies');
    const people = [
      'Яна',
      'Іван',
      'анна',
      'Їжак',
      'Zoe',
      'Євген',
      'Ґанна',
      'Едуард',
      'Йосип',
      'Ганна',
      'adam',
      'Богдан',
    ];
    await api.post('customers/create', {
      data: people.map((first_name) => ({ company_id: companyId, first_name, last_name: 'Z' })),
    });
    const here = { conditions: [['company_id', '=', companyId]] };
    const sorted = rows(await api.post('customers/get', { sort: [['first_name', 'asc']], filter: here }), 'customers');
    const alphabet = 'adam Zoe анна Богдан Ганна Ґанна Едуард Євген Іван Їжак Йосип Яна';
    expect(sorted.map((row) => row.first_name).join(' ')).toBe(alphabet);
    // The others are opened by name as well.
    const lists = {
      customers_by_first_name: `customers where is_deleted = 0 and company_id = ${companyId} order by first_name`,
      products_list: `products where company_id = ${companyId} order by name`,
      teams_list: `teams where company_id = ${companyId} order by name`,
      calendars_list: `calendars where company_id = ${companyId} order by name`,
      channel_accounts_list: `channel_accounts where kind = 'quidget' and company_id = ${companyId} order by name`,
      roles_by_name: `roles where company_id = ${companyId} order by listed_name`,
      phones_list: `phones where company_id = ${companyId} order by phone_number`,
    };
    const served = await at.db.transaction('system', async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      await tx.run(sql`set local enable_sort = off`);
      const of: string[] = [];
      for (const [index, query] of Object.entries(lists)) {
        const plan = await tx.rows<Record<string, string>>(
          sql`explain select 1 from ${sql.unsafe(query)} collate "und-x-icu", ${sql.unsafe(index === 'roles_by_name' ? 'user_id' : 'id')} limit 25`,
        );
        const said = JSON.stringify(plan);
        if (said.includes(index) && !said.includes('Sort')) of.push(index);
      }
      return of;
    });
    expect(served).toEqual(Object.keys(lists));
  });

  test('who wrote a row is looked up for the rows of a page, however many colleagues there are', async () => {
    const plan = await at.db.transaction({ companies: [1] }, async (tx) => {
      // As where a plan takes all people for few.
      await tx.run(sql`set local enable_nestloop = off`);
      return tx.rows<Record<string, string>>(
        sql`explain select u.name from (select t.* from templates t limit 25) t join users u on u.id = t.owner_id`,
      );
    });
    const said = JSON.stringify(plan);
    expect(said).toContain('SubPlan');
    expect(said, 'a look at all colleagues').not.toContain('hashed SubPlan');
  });

  test('sorted by what may be absent has the absent last, both ways', async () => {
    for (const direction of ['asc', 'desc']) {
      const phones = rows(await get({ sort: [['phone', direction]] }), 'customers').map((row) => row.phone);
      const present = phones.filter((phone) => phone !== null);
      expect(phones.slice(0, 13)).toEqual(present);
      expect(phones.slice(13)).toEqual(Array(13).fill(null));
      expect(present).toEqual(direction === 'asc' ? present.toSorted() : present.toSorted().toReversed());
    }
  });

  test('sorted by two fields, and by nothing, is whole and never repeats a row', async () => {
    const two = names(
      await get({
        sort: [
          ['last_name', 'desc'],
          ['first_name', 'asc'],
        ],
      }),
    );
    expect(two).toBe('bdfhjlnprtvxz' + 'acegikmoqsuwy');
    const read = new Set<string>();
    for (let from = 0; from < 26; from += 5)
      for (const letter of names(await get({ range: [from, from + 5] }))) read.add(letter);
    expect(read.size).toBe(26);
  });

  test('filtered by equality, order, lists and absence gives what was asked for', async () => {
    const filtered = async (...conditions: unknown[]) =>
      names(await get({ filter: { conditions }, sort: [['first_name', 'asc']] }));
    expect(await filtered(['first_name', '=', 'k'])).toBe('k');
    expect(await filtered(['first_name', '!=', 'k'])).toBe(letters.replace('k', ''));
    expect(await filtered(['first_name', '>=', 'x'])).toBe('xyz');
    expect(await filtered(['first_name', '<', 'c'])).toBe('ab');
    expect(await filtered(['first_name', '>', 'b'], ['first_name', '<=', 'e'])).toBe('cde');
    expect(await filtered(['first_name', 'in', ['z', 'a', 'nobody']])).toBe('az');
    expect(await filtered(['first_name', 'in', []])).toBe('');
    expect(await filtered(['phone', '=', null])).toBe('acegikmoqsuwy');
    expect(await filtered(['phone', '!=', null])).toBe('bdfhjlnprtvxz');
    // Whoever has no phone does not have this phone.
    expect(await filtered(['phone', '!=', '+380441234101'])).toBe(letters.replace('b', ''));
    expect(await filtered(['added', '>', '2020-01-01 00:00:00'], ['added', '<', '2199-01-01 00:00:00'])).toBe(letters);
    expect(await filtered(['is_deleted', '=', 1])).toBe('');
    expect(await filtered(['company_id', '=', companies[0]], ['company_id', '=', companies[1]])).toBe('');
  });

  test('gives the fields that were asked for, each once', async () => {
    const [row] = rows(
      await wide.post('customers/get', { fields: ['first_name', 'id', 'first_name'], range: [0, 1] }),
      'customers',
    );
    expect(Object.keys(row).sort()).toEqual(['first_name', 'id']);
    const twice = await wide.post('customers/get', { fields: ['id', 'id'], range: [0, 1] });
    expect(twice.text.match(/"id"/g)).toHaveLength(1);
  });

  test('counts to ten thousand and then says so', async () => {
    const { api } = await aPerson(at, 'Many', 'many@lumenoak.test');
    const companyId = rowId(
      await api.post('companies/create', { data: [{ company_name: 'Many', case_prefix: 'MA' }] }),
      'companies',
    );
    const add = (count: number) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into customers (company_id, first_name) select ${companyId}, 'c' || n from generate_series(1, ${count}::int) n`,
        ),
      );
    await add(totalCountedMax);
    const exact = await api.post('customers/get', { fields: ['id'], range: [0, 1] });
    expect([exact.body.total, exact.body.total_is_capped]).toEqual([totalCountedMax, undefined]);
    await add(1);
    const capped = await api.post('customers/get', { fields: ['id'], range: [0, 1] });
    expect([capped.body.total, capped.body.total_is_capped]).toEqual([totalCountedMax, true]);
    const late = await api.post('customers/get', { fields: ['id'], range: [10_000, 10_100] });
    expect(rows(late, 'customers')).toHaveLength(1);
    expect(rows(await api.post('customers/get', {}), 'customers')).toHaveLength(100);
  });

  test('plans a bounded number of shapes, however many are asked for', async () => {
    const fields = ['id', 'first_name', 'last_name', 'email', 'phone', 'note', 'is_deleted', 'added'];
    for (let mask = 1; mask < 256; mask++) {
      const some = fields.filter((_field, i) => mask & (1 << i));
      expect((await wide.post('customers/get', { fields: some, range: [0, 1] })).status).toBe(200);
    }
    // Each connection of the pool is asked.
    const counts = await Promise.all(
      Array.from({ length: 10 }, () =>
        at.db.read<{ n: number }>(
          'system',
          sql`select count(*) filter (where name like 'asked%')::int as n, pg_sleep(0.05)::text from pg_prepared_statements`,
        ),
      ),
    );
    for (const [row] of counts) expect(row?.n).toBeLessThanOrEqual(200);
  });
});
