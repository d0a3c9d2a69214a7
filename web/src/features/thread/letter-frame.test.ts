import { expect, test } from 'vitest';
import { heightTold, keyTold } from './letter-frame.tsx';

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

test('A24 a frame passes on keys that move about, and none that changes a ticket', () => {
  expect(keyTold({ parleyFrame: 7, code: 'KeyJ' }, 7)).toBe('KeyJ');
  expect(keyTold({ parleyFrame: 8, code: 'KeyJ' }, 7)).toBeNull();
  for (const code of ['KeyE', 'KeyA', 'Delete', 'Enter', 7, null, {}])
    expect(keyTold({ parleyFrame: 7, code }, 7)).toBeNull();
});
