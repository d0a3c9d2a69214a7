import { expect, test } from 'vitest';
import { createUploadCrowd, uploadsMax, uploadsPerPersonMax } from './upload-crowd.ts';

test('so many upload at once, of one person and in all; whoever comes then is told to wait, and let in when one is done', async () => {
  const within = createUploadCrowd();
  const ends: (() => void)[] = [];
  const begin = (personId: number) => within(personId, () => new Promise<void>((end) => ends.push(end)));
  const refused = { key: 'too_many_requests', values: { seconds: 2 } };

  const under: Promise<void>[] = [];
  for (let n = 0; n < uploadsPerPersonMax; n++) under.push(begin(1));
  await expect(begin(1)).rejects.toMatchObject(refused);
  for (let n = uploadsPerPersonMax; n < uploadsMax; n++) under.push(begin(2 + n));
  await expect(begin(2)).rejects.toMatchObject(refused);

  ends[0]?.();
  await under[0];
  under.push(begin(1));
  await expect(begin(2)).rejects.toMatchObject(refused);

  for (const end of ends) end();
  await Promise.all(under);
  // One that fails gives its place back, too.
  for (let n = 0; n <= uploadsMax; n++)
    await expect(within(1, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
});
