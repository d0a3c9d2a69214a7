import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetSealed, opensSealed } from '#domain/accounts/index.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import { requireOwnFiles, requireOwnKey } from '#platform/installation.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { anAuthenticator } from './an-authenticator.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, password } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

const other = createSecrets('another key of the tests, long enough');

test('another key than the last is refused at the start, and taken where it is said to replace that one', async () => {
  const person = await aPerson(at, 'Maria', 'maria@lumenoak.test');
  await anAuthenticator(at, person);
  const starts = (secrets = at.secrets, replaces?: string) =>
    requireOwnKey(at.db, secrets, {
      replaces,
      sealed: { opens: (tx) => opensSealed(tx, secrets), forget: forgetSealed },
    });
  await expect(starts(other), 'nothing opens, though no key is known yet').rejects.toThrow(
    'SECRET_KEY_REPLACES=unknown',
  );
  expect([await starts(), await starts()]).toEqual(['first', 'same']);

  const refusal = await starts(other).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CannotStart);
  const print = /SECRET_KEY_REPLACES=([\w-]{16}) /.exec((refusal as CannotStart).message)?.[1] ?? '';
  await expect(starts(other, print.toLowerCase().replace(/^./, '_'))).rejects.toThrow(CannotStart);
  const signsIn = async () =>
    (await at.stranger().call('auth/login', { email: 'maria@lumenoak.test', password })).body.data;
  expect(await signsIn()).toMatchObject({ google2fa_required: true });

  expect(await starts(other, print)).toBe('replaced');
  expect(await signsIn()).not.toMatchObject({ google2fa_required: true });
  const told = sql`select count(*)::int as n from events where entity = 'accounts' and action = 'two_factor_reset' and entity_id = ${person.id}`;
  expect(await at.db.read('system', told)).toEqual([{ n: 1 }]);
  // What was said for one start opens no way back.
  expect(await starts(other, print)).toBe('same');
  await expect(starts(at.secrets, print)).rejects.toThrow(CannotStart);
});

test('files of another database, or none where a file system is not mounted, are refused at the start', async () => {
  const folder = (name: string) => {
    const one = path.join(at.folder, name);
    fs.mkdirSync(one, { recursive: true });
    return one;
  };
  await Promise.all([requireOwnFiles(at.db, folder('mounted')), requireOwnFiles(at.db, folder('mounted'))]);
  await requireOwnFiles(at.db, folder('mounted'));
  expect(fs.readdirSync(folder('mounted'))).toEqual(['installation']);

  const missing = await requireOwnFiles(at.db, folder('not-mounted')).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(CannotStart);
  expect(fs.readdirSync(folder('not-mounted'))).toEqual([]);
  // Somebody who stopped while writing it.
  fs.writeFileSync(path.join(folder('half-made'), 'installation'), '');
  await expect(requireOwnFiles(at.db, folder('half-made'))).rejects.toThrow(CannotStart);
  fs.writeFileSync(path.join(folder('of-another'), 'installation'), `${crypto.randomUUID()}\n`);
  await expect(requireOwnFiles(at.db, folder('of-another'))).rejects.toThrow(CannotStart);
  const mark = /put the line ([\w-]{36}) into/.exec((missing as CannotStart).message)?.[1];
  fs.writeFileSync(path.join(folder('not-mounted'), 'installation'), `${mark}\n`);
  await requireOwnFiles(at.db, folder('not-mounted'));
});
