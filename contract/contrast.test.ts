import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrastOf, inkOn, nearestReadable } from './contrast.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  test('is what WCAG says', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
    // Of the examples that everybody quotes: the lightest grey that passes on white, and the next one that does not.
    expect(contrastOf('#767676', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf('#777777', '#FFFFFF')).toBeLessThan(4.5);
  });

  test('text on any colour can be read', () => {
    fc.assert(fc.property(colour, (ground) => contrastOf(inkOn(ground), ground) >= 4.5));
  });

  test('the suggested colour can be read, and what can be read already is left alone', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom('#ffffff', '#1b1f1e', '#000000'), (wish, ground) => {
        const found = nearestReadable(wish, ground);
        expect(contrastOf(found, ground)).toBeGreaterThanOrEqual(4.5);
        expect(nearestReadable(found, ground)).toBe(found);
        if (contrastOf(wish, ground) >= 4.5) expect(found).toBe(wish);
      }),
    );
  });

  test('it is near: barely readable, and of the same hue', () => {
    const found = nearestReadable('#ffd43b', '#ffffff');
    expect(contrastOf(found, '#ffffff')).toBeLessThan(4.7);
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(found.slice(at, at + 2), 16)) as [number, number, number];
    // Still a yellow, however dark.
    expect(Math.min(r, g)).toBeGreaterThan(b + 60);
    expect(contrastOf(nearestReadable('#0b6b60', '#1b1f1e'), '#1b1f1e')).toBeLessThan(4.7);
  });

  test('where nothing of the hue can be read, it is black or white', () => {
    expect(nearestReadable('#808080', '#767676', 7)).toBe('#000000');
  });
});
