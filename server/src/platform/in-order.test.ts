import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('what arrives together is worked on together, in its order', async () => {
  const pieces: number[][] = [];
  const store = inOrder<number, number>(
    async (items) => {
      pieces.push([...items]);
      return items.map((item) => item * 10);
    },
    { itemsMax: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4].map(store))).toEqual([10, 20, 30, 40]);
  expect(pieces).toEqual([[1, 2, 3], [4]]);
  expect(await store(5)).toBe(50);
});

test('nothing overtakes a failure: what waits behind it fails too, and what comes later may succeed', async () => {
  const stored: number[] = [];
  const store = inOrder<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error('the disk is full');
      stored.push(...items);
      return items;
    },
    { itemsMax: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map(store));
  expect(results.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(stored).toEqual([1]);
  await store(3);
  expect(stored).toEqual([1, 3]);
});
