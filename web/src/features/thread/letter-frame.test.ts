import { expect, test } from 'vitest';
import { heightTold } from './letter-frame.tsx';

test('A24 a frame can tell its height and nothing else', () => {
  expect(heightTold({ parleyFrame: 7, height: 320.4 }, 7)).toBe(321);
  expect(heightTold({ parleyFrame: 8, height: 320 }, 7)).toBeNull();
  for (const height of [-1, Number.NaN, Number.POSITIVE_INFINITY, '320', null, {}]) {
    expect(heightTold({ parleyFrame: 7, height }, 7)).toBeNull();
  }
  for (const data of [null, 'parleyFrame', 7, undefined]) expect(heightTold(data, 7)).toBeNull();
});

test('A24 a frame cannot make the page endless', () => {
  expect(heightTold({ parleyFrame: 7, height: 1e12 }, 7)).toBe(20_000);
});
