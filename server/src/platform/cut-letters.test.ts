import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLetters, shortened } from './cut-letters.ts';

test.each([
  ['a smile', 'ab😀', 3, 'ab'],
  ['a family', 'ab👨‍👩‍👧', 8, 'ab'],
  ['a flag', 'ab🇺🇦', 4, 'ab'],
  ['a letter with its accent', 'abe\u0301', 3, 'ab'],
  ['what fits', 'ab😀', 4, 'ab😀'],
  ['what ends where it is cut', 'ab😀c', 4, 'ab😀'],
])('%s stays whole or goes', (_what, text, lengthMax, kept) => {
  expect(cutLetters(text, lengthMax)).toBe(kept);
});

test('what is cut is the beginning, as long as may be, and holds no half of a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(60), (text, lengthMax) => {
      const cut = cutLetters(text, lengthMax);
      expect(text.startsWith(cut) && cut.length <= lengthMax && cut.isWellFormed()).toBe(true);
    }),
  );
  // One letter may be as long as a book.
  expect(cutLetters(`😀${'\u0301'.repeat(10_000)}`, 500)).toHaveLength(500);
  expect(cutLetters('😀'.repeat(200), 159)).toBe('😀'.repeat(79));
});

test('what is shortened says so, without a blank before it', () => {
  expect([shortened('oak table', 9), shortened('oak tables', 5), shortened('ab👍🏽', 5)]).toEqual([
    ...['oak table', 'oak…', 'ab…'],
  ]);
});
