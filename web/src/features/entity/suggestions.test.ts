import { expect, test } from 'vitest';
import { abbreviate, initialsOf } from './suggestions.ts';

test('a product gets a chip of three letters', () => {
  expect(abbreviate('Shop')).toBe('SHP');
  expect(abbreviate('Studio planner tools')).toBe('STD');
  expect(abbreviate('3D')).toBe('3D');
  expect(abbreviate('Крамниця')).toBe('КРМ');
});

test('a company gets a prefix of two letters', () => {
  expect(initialsOf('Lumen & Oak')).toBe('LO');
  expect(initialsOf('Lumen')).toBe('LU');
  expect(initialsOf('  ')).toBe('');
});
