import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDatabase, type TestDatabase } from '#test/rigs/test-database.ts';
import { connectDatabase, type Database, isUnavailable, type Tx } from './database.ts';
import { partOf } from './part-of-transaction.ts';
import { sql } from './sql.ts';

const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

test('a socket that is gone is a database that is away', async () => {
  const error = await new Promise((resolve) => connect('/nowhere/.s.PGSQL.5432').once('error', resolve));
  expect(isUnavailable(error)).toBe(true);
});

test('a name that is gone is a database that is away', async () => {
  const error = await new Promise((resolve) => connect(5432, 'database.invalid').once('error', resolve));
  expect(isUnavailable(error), String(error)).toBe(true);
});

test.each([
  ['a name that cannot be asked for', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
  ['no route to the machine', { code: 'EHOSTUNREACH', syscall: 'connect' }],
  ['no way into its network', { code: 'ENETUNREACH', syscall: 'connect' }],
  ['a primary that only reads since another took over', { code: '25006' }],
])('%s is a database that is away', (_what, error) => {
  expect(isUnavailable(Object.assign(new Error('away'), error))).toBe(true);
});

test('a file that is gone is not', async () => {
  expect(isUnavailable(await errorOf(readFile('/nowhere/file')))).toBe(false);
});

test('a transaction whose process is gone without a word does not hold what it locked for ever', async () => {
  const at = await aDatabase();
  const db = connectDatabase({ connectionString: at.url });
  const limit = sql`select current_setting('idle_in_transaction_session_timeout') as limit`;
  expect(await db.transaction('system', (tx) => tx.row(limit))).toEqual({ limit: '1min' });
  await db.close();
  await at.drop();
});

describe('a commit that travels with the last statements', () => {
  let at: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    at = await aDatabase();
    db = connectDatabase({ connectionString: at.url });
  });
  afterAll(async () => {
    await db?.close();
    await at?.drop();
  });
  const add = (tx: Tx, name: string) =>
    tx.run(
      sql`insert into users (name, email, password_hash, language) values (${name}, lower(${name}) || '@database.test', '', 'en')`,
    );
  const names = async () =>
    (await db.read<{ name: string }>('system', sql`select name from users order by name`)).map((row) => row.name);

  test('keeps all of them, once they are answered', async () => {
    const answered: number[] = [];
    await db.transaction('system', async (tx) => {
      await add(tx, 'Hanna');
      const both = Promise.all([add(tx, 'Ira'), add(tx, 'Petro')]);
      tx.askedAll();
      answered.push(...(await both));
    });
    expect([answered, await names()]).toEqual([
      [1, 1],
      ['Hanna', 'Ira', 'Petro'],
    ]);
  });

  test('keeps none where one of them fails, nor what was written before', async () => {
    const failed = await errorOf(
      db.transaction('system', async (tx) => {
        await add(tx, 'Olena');
        const both = Promise.all([add(tx, 'Taras'), tx.run(sql`select 1 / 0`)]);
        tx.askedAll();
        await both;
      }),
    );
    expect(failed).toMatchObject({ code: '22012' });
    expect(await names()).toEqual(['Hanna', 'Ira', 'Petro']);
    // The connection is as good as before.
    await db.transaction('system', (tx) => add(tx, 'Vira'));
    expect(await names()).toContain('Vira');
  });

  test('is not sent by a part of a transaction: the rest may still fail, and takes it along', async () => {
    const failed = await errorOf(
      db.transaction('system', async (tx) => {
        await partOf(tx).transaction('system', async (part) => {
          const one = add(part, 'Wanda');
          part.askedAll();
          await one;
        });
        await tx.run(sql`select 1 / 0`);
      }),
    );
    expect(failed).toMatchObject({ code: '22012' });
    expect(await names()).not.toContain('Wanda');
  });

  test('is followed by nothing: a later question is refused', async () => {
    const failed = await errorOf(
      db.transaction('system', async (tx) => {
        const one = tx.run(sql`select 1`);
        tx.askedAll();
        await one;
        await add(tx, 'Zoya');
      }),
    );
    expect(String(failed)).toContain('after its commit was sent');
    expect(await names()).not.toContain('Zoya');
  });
});
