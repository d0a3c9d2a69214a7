import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { filesInFolder } from './files.ts';

const { folder, remove } = makeTemporaryFolder('files');
const root = path.join(folder, 'files');
const files = filesInFolder(root);
afterAll(() => remove());

const everyFile = () =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));

test('a file is there whole, by its key, for nobody else on the machine', async () => {
  const bytes = Buffer.from('a letter\0\xff', 'latin1');
  await files.put('company-1/mail/ab/abc', bytes);
  expect(await files.get('company-1/mail/ab/abc')).toEqual(bytes);
  expect(await buffer(await files.stream('company-1/mail/ab/abc'))).toEqual(bytes);
  const place = path.join(root, 'company-1/mail/ab/abc');
  expect(fs.statSync(place).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(place)).mode & 0o777).toBe(0o700);
  await files.put('company-1/mail/ab/abc', Buffer.from('again'));
  expect(String(await files.get('company-1/mail/ab/abc'))).toBe('again');
  expect(everyFile()).toEqual([place]);
});

test('A25 a key leads nowhere outside its folder', async () => {
  fs.writeFileSync(path.join(folder, 'secret'), 'secret');
  for (const key of [
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    '..',
    '.',
    '',
    './a',
    'a/..',
    'A',
    'a\0b',
    'a b',
    'a\\b',
    '~/x',
    '-x',
    'é',
  ]) {
    const asked = [
      () => files.get(key),
      () => files.stream(key),
      () => files.remove(key),
      () => files.put(key, Buffer.from('x')),
    ];
    for (const ask of asked) await expect((async () => ask())(), JSON.stringify(key)).rejects.toThrow(TypeError);
  }
  expect(fs.readFileSync(path.join(folder, 'secret'), 'utf8')).toBe('secret');
});

test('a file that cannot be written leaves nothing behind', async () => {
  // A folder stands where the file should be.
  await files.put('company-2/taken/by/folder', Buffer.from('x'));
  const before = everyFile();
  await expect(files.put('company-2/taken', Buffer.from('x'))).rejects.toThrow();
  expect(everyFile()).toEqual(before);
});

test('a file that is absent is an error to read, and none to remove', async () => {
  await expect(files.get('company-1/nothing')).rejects.toThrow('ENOENT');
  await expect(files.stream('company-1/nothing')).rejects.toThrow('ENOENT');
  await expect(files.remove('company-1/nothing')).resolves.toBeUndefined();
});
