import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';
import { palettesOf } from './quidget-palette.ts';

const hex = (value: number) => (value * 51).toString(16).padStart(2, '0');
const steps = [0, 1, 2, 3, 4, 5];
const colours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${hex(r)}${hex(g)}${hex(b)}`)));

test.each([
  ['light', '#ffffff', '#faf9f7'],
  ['dark', '#161b1a', '#121615'],
] as const)('whatever colour a company has, all of a %s chat can be read', (scheme, panel, ground) => {
  expect(colours).toHaveLength(216);
  const wrong = colours.filter((colour) => {
    const { brand, on_brand, soft, text, mark } = palettesOf(colour)[scheme];
    return (
      contrastOf(on_brand, brand) < 4.5 ||
      contrastOf(brand, panel) < 1.6 ||
      [panel, ground, soft].some((on) => contrastOf(text, on) < 4.5 || contrastOf(mark, on) < 3)
    );
  });
  expect(wrong).toEqual([]);
});

test('a colour that can be seen stays what it is', () => {
  expect(palettesOf('#8a4b1f').light.brand).toBe('#8a4b1f');
  expect(palettesOf('#f5c518').light).toMatchObject({ brand: '#f5c518', on_brand: '#000000' });
});
