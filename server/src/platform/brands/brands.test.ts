import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accentOf, usualColour } from './accent.ts';
import { createBrands } from './brands.ts';
import { contrast, hexOf, oklchOf } from './oklch.ts';

const aColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

describe('a colour', () => {
  test('is the same after a way through what people see', () => {
    fc.assert(
      fc.property(aColour, (colour) => {
        expect(hexOf(oklchOf(colour))).toBe(colour);
      }),
    );
  });

  test('contrasts as WCAG says', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe('the accent', () => {
  test('of Parley is the one that was drawn', () => {
    const { accent, isAdjusted } = accentOf(usualColour);
    expect([isAdjusted, accent.accent, accent.selected]).toEqual([
      false,
      ['#0b6b60', '#63c6b5'],
      ['#e9f4f1', '#172927'],
    ]);
  });

  test('of a colour that can be read is that colour', () => {
    const { accent, isAdjusted } = accentOf('#1d4ed8');
    expect([isAdjusted, accent.accent[0]]).toEqual([false, '#1d4ed8']);
  });

  test('can be read on every ground, by day and by night, whatever was chosen', () => {
    fc.assert(
      fc.property(aColour, (colour) => {
        const { accent } = accentOf(colour);
        const grounds = [
          ['#ffffff', '#f5f3f0', '#faf9f7', accent['accent-soft'][0], accent.selected[0]],
          ['#161b1a', '#0f1312', '#1f2524', accent['accent-soft'][1], accent.selected[1]],
        ];
        for (const which of [0, 1] as const) {
          for (const ground of grounds[which] ?? [])
            expect(contrast(accent.accent[which], ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(accent['on-accent'][which], accent.accent[which])).toBeGreaterThanOrEqual(4.5);
          expect(contrast(accent['brand-ink'][which], accent['brand-ground'][which])).toBeGreaterThanOrEqual(4.5);
          expect(contrast(accent['brand-dim'][which], accent['brand-ground'][which])).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 300, examples: [['#ffffff'], ['#000000'], ['#ffff00'], ['#00ff00'], ['#ff00ff']] },
    );
  });
});

describe('brands', () => {
  const heard: string[] = [];
  const settings = (name: string, colour: string) => ({ name, colour, logo: undefined, mailFrom: 'desk@acme.test' });
  const brands = createBrands({
    main: settings('Acme Desk', '#1d4ed8'),
    local: settings('Acme inside', '#ffd400'),
    localHosts: ['localhost', '::1', 'desk.intern.test'],
    warn: (words) => heard.push(words),
  });

  test('go by the host, in whatever spelling', () => {
    for (const host of ['localhost', 'LOCALHOST', 'localhost.', '[::1]', '::1', 'Desk.Intern.Test'])
      expect(brands.ofHost(host).name, host).toBe('Acme inside');
  });

  test('A29 a host that nobody knows gets the first', () => {
    for (const host of ['desk.acme.test', 'evil.test', 'localhost.evil.test', 'xlocalhost', '', '__proto__', undefined])
      expect(brands.ofHost(host).name, host).toBe('Acme Desk');
  });

  test('say at the start when their colour had to be darkened', () => {
    expect(heard).toEqual([expect.stringMatching(/^text in #ffd400 could not be read well on white, so .* uses #/)]);
  });
});
