import { expect, test } from 'vitest';
import { heightTold, keysFor, keyTold } from './letter-frame.tsx';

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

const leads = (keys: string) => keys === 'KeyG KeyE';
/** What the page hears of what a frame says was pressed in it. */
const heard = (pressed: object, isAfterG = false) => {
  const key = keyTold({ parleyFrame: 7, ...pressed }, 7);
  return key === null ? [] : keysFor(key, isAfterG, leads);
};

test('A24 a frame passes on keys that move about, and none that changes a ticket', () => {
  expect(heard({ code: 'KeyJ' })).toEqual(['KeyJ']);
  expect(keyTold({ parleyFrame: 8, code: 'KeyJ' }, 7)).toBeNull();
  for (const code of ['KeyE', 'KeyA', 'KeyG', 'Delete', 'Enter', 7, null, {}]) expect(heard({ code })).toEqual([]);
});

test('the search, the keyboard sheet and the palette open from within a letter', () => {
  expect(heard({ code: 'Slash' })).toEqual(['Slash']);
  expect(heard({ code: 'Slash', shiftKey: true })).toEqual(['Shift+Slash']);
  expect(heard({ code: 'KeyK', ctrlKey: true })).toEqual(['Mod+KeyK']);
  expect(heard({ code: 'KeyE', ctrlKey: true })).toEqual([]);
});

test('A24 behind G a letter passes where both lead to a view, and always together', () => {
  expect(heard({ code: 'KeyE' }, true)).toEqual(['KeyG', 'KeyE']);
  expect(heard({ code: 'KeyA' }, true)).toEqual([]);
  expect(heard({ code: 'KeyJ' }, true)).toEqual(['KeyJ']);
});
