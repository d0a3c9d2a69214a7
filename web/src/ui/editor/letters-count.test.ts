import { expect, test } from 'vitest';
import { lettersLeft, stepOf } from './letters-count.ts';

test('nobody counts letters before the last five hundred, or the last tenth of what is short', () => {
  expect([0, 9_499, 9_500, 10_000, 10_001].map((length) => lettersLeft(length, 10_000))).toEqual([
    null,
    null,
    500,
    0,
    -1,
  ]);
  expect([269, 270, 301].map((length) => lettersLeft(length, 300))).toEqual([null, 30, -1]);
});

test('it is said aloud some times on the way, not with each letter', () => {
  const said = Array.from({ length: 510 }, (_, n) => stepOf(500 - n));
  expect(said.filter((step, n) => step !== said[n - 1])).toEqual([500, 200, 100, 50, 20, 10, 0, -1]);
});
