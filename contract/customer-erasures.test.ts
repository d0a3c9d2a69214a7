import { expect, test } from 'vitest';
import { foldedName } from './customer-erasures.ts';

test('a name is confirmed by whoever types it, however wide its blanks are and whatever stands unseen in it', () => {
  for (const kept of [
    'Hanna\u00a0 Lindqvist',
    '\u3000Hanna\u3000\u3000Lindqvist',
    'Hanna\u200b Lind\u00adqvist',
    'Ｈａｎｎａ Lindqvist',
  ])
    expect(foldedName(kept), JSON.stringify(kept)).toBe(foldedName(' hanna  LINDQVIST'));
  expect(foldedName('Hanna Lindquist')).not.toBe(foldedName('Hanna Lindqvist'));
});
