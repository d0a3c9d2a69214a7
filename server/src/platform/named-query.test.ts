import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { ask, type Statement } from './named-query.ts';

describe('a statement with a name', () => {
  let at: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    at = await aDatabase();
    client = new pg.Client({ connectionString: at.url, pipeline: true });
    client.on('error', () => {});
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await at?.drop();
  });
  const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
  const talk = () =>
    (client as unknown as { connection: { describe(): void; parse(): void; close(): void } }).connection;

  test('answers as pg does: numbers, times, lists, JSON, bytes, nothing', async () => {
    const text = `select $1::int as number, 7::bigint as "large one", now() - now() = '0' as truth, $2::timestamptz as at,
      $3::bigint[] as list, $4::jsonb as json, $5::bytea as bytes, null::text as nothing, ''::text as blank`;
    const values = [5, new Date(0), [1, 2], { a: [1] }, Buffer.from([0, 255])];
    const named = { name: 'all_kinds', text, values };
    const [plain, first, again] = [
      await client.query(text, values),
      await ask(client, named),
      await ask(client, named),
    ];
    expect(first).toEqual({ rows: plain.rows, rowCount: 1 });
    expect(again).toEqual(first);
  });

  test('is parsed and described once for each connection, and what is sent before the first answer waits for it', async () => {
    const [parse, describing] = [vi.spyOn(talk(), 'parse'), vi.spyOn(talk(), 'describe')];
    const named = (n: number): Statement => ({
      name: 'squares',
      text: 'select $1::int * $1::int as square',
      values: [n],
    });
    const squares = async (...of: number[]) =>
      (await Promise.all(of.map((n) => ask<{ square: number }>(client, named(n))))).map(({ rows }) => rows[0]?.square);
    expect(await squares(2, 3)).toEqual([4, 9]);
    expect(await squares(4, 5, 6)).toEqual([16, 25, 36]);
    expect([parse.mock.calls.length, describing.mock.calls.length]).toEqual([1, 2]);
    vi.restoreAllMocks();
  });

  test('tells how many rows it touched, with rows or without', async () => {
    await client.query('create temporary table counted (n int)');
    const run = (text: string, name?: string) => ask(client, { ...(name && { name }), text, values: [] });
    for (const named of ['insert_three', 'insert_three', undefined])
      expect(await run('insert into counted select generate_series(1, 3)', named)).toMatchObject({
        rowCount: 3,
        rows: [],
      });
    expect(await run('delete from counted where n = 1 returning n', 'gone')).toMatchObject({ rowCount: 3 });
    expect(await run(`comment on table counted is 'counted'`, 'commenting')).toMatchObject({ rowCount: null });
  });

  test('fails by itself: those before and behind it are answered', async () => {
    const divided = (by: number) =>
      ask<{ n: number }>(client, { name: 'divided', text: 'select 6 / $1::int as n', values: [by] });
    const [two, none, three] = await Promise.allSettled([divided(3), divided(0), divided(2)]);
    expect([two, three]).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ n: 2 }] } },
      { status: 'fulfilled', value: { rows: [{ n: 3 }] } },
    ]);
    expect(none).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    const wrong = () => errorOf(ask(client, { name: 'no_such', text: 'select no_such', values: [] }));
    expect([await wrong(), await wrong()]).toMatchObject([{ code: '42703' }, { code: '42703' }]);
  });

  test('can leave its name to another, in the middle of what is on its way, and come back to it', async () => {
    const closing = vi.spyOn(talk(), 'close');
    const asks = (text: string, value: number) => ask(client, { name: 'passed_on', text, values: [value] });
    const [one, other] = ['select $1::int as n', `select $1::int + 1 as m, 'x' as more`];
    const answers = await Promise.all([asks(one, 1), asks(one, 2), asks(other, 3), asks(other, 4), asks(one, 5)]);
    expect(answers.map(({ rows }) => rows)).toEqual([
      [{ n: 1 }],
      [{ n: 2 }],
      [{ m: 4, more: 'x' }],
      [{ m: 5, more: 'x' }],
      [{ n: 5 }],
    ]);
    expect(closing).toHaveBeenCalledTimes(2);
    const { rows } = await client.query(`select statement from pg_prepared_statements where name = 'passed_on'`);
    expect(rows).toEqual([{ statement: one }]);
    vi.restoreAllMocks();
  });

  test('takes over a name although it was refused at first, and although the other never arrived', async () => {
    const asks = (text: string) => ask(client, { name: 'refused', text, values: [] });
    const [good, other] = ['select 1 as n', 'select 2 as n'];
    await asks(good);
    await client.query('begin');
    await errorOf(ask(client, { name: 'breaks', text: 'select 1 / 0', values: [] }));
    expect(await errorOf(asks(other))).toMatchObject({ code: '25P02' });
    await client.query('rollback');
    for (const [text, n] of [
      [other, 2],
      [good, 1],
      [other, 2],
    ] as const)
      expect((await asks(text)).rows).toEqual([{ n }]);
  });

  test('is not sent with a value that cannot be written, and says so once', async () => {
    const itself: Record<string, unknown> = {};
    itself.self = itself;
    const failed = await errorOf(ask(client, { name: 'json', text: 'select $1::jsonb as json', values: [itself] }));
    expect(String(failed)).toContain('circular');
    expect((await ask(client, { name: 'json', text: 'select $1::jsonb as json', values: [{}] })).rows).toEqual([
      { json: {} },
    ]);
  });

  test('fails where its columns became others, rather than being read as it was', async () => {
    await client.query('create temporary table changing (n int)');
    await client.query('insert into changing values (1)');
    const all = (name: string) => ask(client, { name, text: 'select * from changing', values: [] });
    expect((await all('before')).rows).toEqual([{ n: 1 }]);
    await client.query('alter table changing alter n type text, add more int');
    expect(await errorOf(all('before'))).toMatchObject({ code: '0A000' });
    expect((await all('after')).rows).toEqual([{ n: '1', more: null }]);
  });

  test('an error says where it was asked', async () => {
    async function whoAsks() {
      await ask(client, { name: 'wrong', text: 'select 1 / 0', values: [] });
    }
    expect(String(((await errorOf(whoAsks())) as Error).stack)).toContain('whoAsks');
  });
});
