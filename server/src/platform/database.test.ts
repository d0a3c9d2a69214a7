import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isUnavailable } from './database.ts';

const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

test('a socket that is gone is a database that is away', async () => {
  const error = await new Promise((resolve) => connect('/nowhere/.s.PGSQL.5432').once('error', resolve));
  expect(isUnavailable(error)).toBe(true);
});

test('a file that is gone is not', async () => {
  expect(isUnavailable(await errorOf(readFile('/nowhere/file')))).toBe(false);
});
