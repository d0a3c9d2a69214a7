import { expect, test } from 'vitest';
import { wordsAfterAt } from './at-sign.ts';

test.each([
  ['@', ''],
  ['Hello @ole', 'ole'],
  ['(@Олена К', 'Олена К'],
  ['hanna@lindqvist', null],
  ['@ later', null],
  ['nothing', null],
])('%s calls %s', (before, words) => {
  expect(wordsAfterAt(before)).toBe(words);
});
