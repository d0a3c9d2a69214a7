import { expect, test } from 'vitest';
import { createUploadCrowd, uploadsMax, uploadsPerCompanyMax, uploadsPerPersonMax } from './upload-crowd.ts';

test('so many upload at once, of one person, of one company and in all; whoever comes then is told to wait, and let in when one is done', async () => {
  const within = createUploadCrowd();
  const ends: (() => void)[] = [];
  const begin = (person: number, company = 1) =>
    within({ person, company }, () => new Promise<void>((end) => ends.push(end)));
  const refused = { key: 'too_many_requests', values: { seconds: 2 } };

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
