import { expect, test } from 'vitest';
import { ApiError } from '../../api/problem.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { takenOn } from './job-ended.ts';

test('where one company refuses, what the others took on is gone on with, and why one refused is kept', async () => {
  await speakInTests('en');
  const refuses = () => Promise.reject(new ApiError(429, [{ key: 'too_many_jobs', message: 'Wait' }]));
  const { taken, refusal } = await takenOn([Promise.resolve(1), refuses(), Promise.resolve(3)]);
  expect(taken).toEqual([1, 3]);
  expect(refusal).toMatch(/under way already/);
  expect(await takenOn([Promise.resolve(1)])).toEqual({ taken: [1], refusal: undefined });
  await expect(takenOn([refuses(), refuses()])).rejects.toBeInstanceOf(ApiError);
});
