import { expect, test } from 'vitest';
import { inOtherLayout } from './other-layout.ts';

test('what was typed in the wrong layout is read by its keys', () => {
  expect(inOtherLayout('лист')).toBe('kbcn');
  expect(inOtherLayout('kbcn')).toBe('лист');
  expect(inOtherLayout('Куіщдму 7')).toBe('resolve 7');
  expect(inOtherLayout('ghbdsn')).toBe('привіт');
});
