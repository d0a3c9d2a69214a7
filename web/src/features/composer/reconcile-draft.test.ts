import { expect, test } from 'vitest';
import { reconcile } from './reconcile-draft.ts';

const [kept, typed] = [
  { version: 3, isKept: true },
  { version: 3, isKept: false },
];

test('what was written on the phone is taken up at the desk', () => {
  expect(reconcile(null, { version: 1 })).toBe('take');
  expect(reconcile(kept, { version: 4 })).toBe('take');
});

test('what was sent or thrown away elsewhere goes here too, once the server had all of it', () => {
  expect(reconcile(kept, null)).toBe('drop');
});

test('a word that the server has not seen is never dropped, whatever stands there', () => {
  expect(reconcile(typed, null)).toBe('push');
  expect(reconcile(typed, { version: 3 })).toBe('push');
  expect(reconcile(typed, { version: 9 })).toBe('push');
  // Of an older Parley: nobody knows whether it was kept.
  expect(reconcile({}, { version: 9 })).toBe('push');
});

test('nothing happens where nothing differs', () => {
  expect(reconcile(null, null)).toBe('same');
  expect(reconcile(kept, { version: 3 })).toBe('same');
});
