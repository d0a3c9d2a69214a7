import { expect, test } from 'vitest';
import { wordsAfterSlash } from './slash.ts';

test.each([
  ['/', ''],
  ['Dear Hanna, /', ''],
  ['/thank', 'thank'],
  ['Hello /дякуємо за', 'дякуємо за'],
  ['and/or', null],
  ['1/2', null],
  ['/ or', null],
  ['https://shop.test/table', null],
  ['/path/to', null],
])('%s opens the templates for %s', (before, words) => {
  expect(wordsAfterSlash(before)).toBe(words);
});
