import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { keepRaws, type RawPlace, rawReader, readRaw } from './raw-mails.ts';

const { folder, remove } = makeTemporaryFolder('raw-mails');
const files = filesInFolder(folder);
afterAll(() => remove());

const aMail = (subject: string) => {
  const raw = Buffer.from(`Subject: ${subject}\r\n\r\nHi\r\n`);
  return { raw, hash: sha256(raw) };
};
const filesOnDisk = () =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));

async function keep(companyId: number, mails: readonly { raw: Buffer; hash: Buffer }[]): Promise<RawPlace[]> {
  const kept = await keepRaws(files, companyId, mails);
  expect(kept.map(({ hash }) => hash)).toEqual(mails.map(({ hash }) => hash));
  return kept.map(({ key, offset }, i) => ({ raw_key: key, raw_offset: offset, size: mails[i]?.raw.byteLength ?? 0 }));
}

test('mails that came together share a file, and each is read from it byte for byte', async () => {
  const mails = ['Table', 'Chair, broken', 'Lamp'].map(aMail);
  const places = await keep(1, mails);
  expect(new Set(places.map((place) => place.raw_key)).size).toBe(1);
  expect(filesOnDisk()).toHaveLength(1);
  for (const [i, place] of places.entries()) expect(await readRaw(files, place)).toEqual(mails[i]?.raw);
});

test('several are read in one go, also when they are only the middle of their file', async () => {
  const mails = ['One', 'Two', 'Three', 'Four', 'Five'].map(aMail);
  const alone = aMail('Alone');
  const places = [...(await keep(2, mails)).slice(1, 4), ...(await keep(2, [alone]))];
  const expected = [...mails.slice(1, 4), alone];
  const read = rawReader(files, places);
  const found = await Promise.all(places.map(read));
  expect(found.map(String)).toEqual(expected.map(({ raw }) => String(raw)));
});

test('the same mails once more are the same file, and one alone has a file of its own', async () => {
  const mails = ['Again', 'And again'].map(aMail);
  const before = filesOnDisk().length;
  expect(await keep(3, mails)).toEqual(await keep(3, mails));
  expect(await keep(3, [aMail('Again')])).toEqual(await keep(3, [aMail('Again')]));
  expect(filesOnDisk()).toHaveLength(before + 2);
  expect(await keep(3, [])).toEqual([]);
});

test('F31 a file that was cut short is an error to read, not a shorter mail', async () => {
  const places = await keep(
    4,
    ['Whole', 'Cut'].map((subject) => aMail(subject)),
  );
  const file = path.join(folder, places[0]?.raw_key ?? '');
  fs.truncateSync(file, fs.statSync(file).size - 1);
  const [whole, cut] = places as [RawPlace, RawPlace];
  expect(String(await readRaw(files, whole))).toContain('Subject: Whole');
  await expect(readRaw(files, cut)).rejects.toThrow('ends before byte');
});
