import { expect, test } from 'vitest';
import { keyLabel, nameOf } from './keys.ts';

const press = (code: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', true>> = {}) =>
  nameOf({ code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

test('a key is its place, so that it is the same in a Cyrillic layout', () => {
  expect(press('KeyJ')).toBe('KeyJ');
  expect(press('KeyS', { ctrlKey: true })).toBe('Mod+KeyS');
  expect(press('KeyS', { metaKey: true })).toBe('Mod+KeyS');
  expect(press('NumpadEnter', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+Enter');
});

test('a key is written as people read it', () => {
  expect(keyLabel('KeyG KeyT')).toBe('G T');
  expect(keyLabel('Mod+Enter')).toBe('Ctrl ↵');
  expect(keyLabel('Shift+KeyR')).toBe('⇧ R');
  expect(keyLabel('Shift+Slash')).toBe('?');
});
