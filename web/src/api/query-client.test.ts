import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

const failed = new Error('no');
const failing = (options: object) => {
  const told: unknown[] = [];
  const client = makeQueryClient((error) => told.push(error));
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(failed), ...options });
  return mutation.execute(undefined).then(
    () => 'done',
    () => told,
  );
};

test('a call that failed and that nobody speaks for is told; one that shows its failure itself is not told twice', async () => {
  expect(await failing({})).toEqual([failed]);
  expect(await failing({ onError: () => {} })).toEqual([]);
  expect(await failing({ meta: { isShown: true } })).toEqual([]);
});
