import { expect, test } from 'vitest';
import {
  createUploadCrowd,
  createVisitorsCrowd,
  uploadsMax,
  uploadsPerAddressMax,
  uploadsPerCompanyMax,
  uploadsPerPersonMax,
  uploadsPerVisitorMax,
} from './upload-crowd.ts';

const refused = { key: 'too_many_requests', values: { seconds: 2 } };

test('so many upload at once, of one person, of one company and in all; whoever comes then is told to wait, and let in when one is done', async () => {
  const within = createUploadCrowd();
  const ends: (() => void)[] = [];
  const begin = (person: number, company = 1) =>
    within({ person, company }, () => new Promise<void>((end) => ends.push(end)));

  const under: Promise<void>[] = [];
  for (let n = 0; n < uploadsPerPersonMax; n++) under.push(begin(1));
  await expect(begin(1)).rejects.toMatchObject(refused);
  for (let n = uploadsPerPersonMax; n < uploadsPerCompanyMax; n++) under.push(begin(2 + n));
  await expect(begin(2)).rejects.toMatchObject(refused);
  for (let n = uploadsPerCompanyMax; n < uploadsMax; n++) under.push(begin(2 + n, 2));
  await expect(begin(2, 2)).rejects.toMatchObject(refused);

  ends[0]?.();
  await under[0];
  under.push(begin(1));
  await expect(begin(2)).rejects.toMatchObject(refused);

  for (const end of ends) end();
  await Promise.all(under);
  // One that fails gives its place back, too.
  for (let n = 0; n <= uploadsMax; n++)
    await expect(within({ person: 1, company: 1 }, () => Promise.reject(new Error('cut off')))).rejects.toThrow(
      'cut off',
    );
});

test('so many visitors upload at once, of one address, as one visitor, to one company and in all', async () => {
  const within = createVisitorsCrowd();
  const ends: (() => void)[] = [];
  const under: Promise<void>[] = [];
  /** Whoever is not refused stays until all may go. */
  const begin = (address: string, visitor: number, company = 1): Promise<void> =>
    within(address, async (asVisitor) => {
      asVisitor({ visitor, company });
      await new Promise<void>((end) => ends.push(end));
    });
  const goes = (...who: Parameters<typeof begin>) => under.push(begin(...who));
  const tries = (address: string, visitor: number, company = 1) =>
    within(address, async (asVisitor) => asVisitor({ visitor, company }));

  for (let n = 0; n < uploadsPerVisitorMax; n++) goes('10.0.0.1', 1);
  // Wherever they are; and whoever is refused as that visitor has left the place of the address.
  for (let n = 0; n <= uploadsPerAddressMax; n++) await expect(tries('10.0.0.2', 1)).rejects.toMatchObject(refused);
  for (let n = uploadsPerVisitorMax; n < uploadsPerAddressMax; n++) goes('10.0.0.1', 2);
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    return Promise.resolve();
  };
  await expect(within('10.0.0.1', ask)).rejects.toMatchObject(refused);
  expect(isAsked, 'of whoever is one too many nothing is read').toBe(false);
  for (let n = uploadsPerAddressMax; n < uploadsPerCompanyMax; n++) goes('10.0.0.2', 3);
  await expect(tries('10.0.0.2', 4)).rejects.toMatchObject(refused);
  for (let n = uploadsPerCompanyMax; n < uploadsMax; n++) goes('10.0.0.2', 5, 2);
  await expect(within('10.0.0.3', ask)).rejects.toMatchObject(refused);

  ends[0]?.();
  await under[0];
  goes('10.0.0.3', 1);
  await expect(within('10.0.0.4', ask)).rejects.toMatchObject(refused);

  for (const end of ends) end();
  await Promise.all(under);
  await within('10.0.0.1', ask);
  expect(isAsked).toBe(true);
});
