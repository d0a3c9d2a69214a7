import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canvasSize, fitWidth, pageRatio } from './canvas-size.ts';

test('a page is drawn as fine as the screen is', () => {
  expect(canvasSize(900, 1273, 2)).toEqual({ width: 1800, height: 2546 });
});

test('no page makes a canvas that a browser would refuse, whatever it says it measures', () => {
  const anything = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1e-300, 1e300, Infinity));
  fc.assert(
    fc.property(
      anything,
      anything,
      fc.constantFrom(320, 1440),
      fc.constantFrom(0.5, 1, 3),
      (across, down, room, zoom) => {
        const width = fitWidth(room) * zoom;
        const size = canvasSize(width, width * pageRatio(across, down), 3);
        expect(size.width * size.height).toBeLessThanOrEqual(2 ** 24);
        for (const side of [size.width, size.height]) {
          expect(Number.isInteger(side)).toBe(true);
          expect(side).toBeGreaterThanOrEqual(1);
          expect(side).toBeLessThanOrEqual(16_384);
        }
      },
    ),
  );
});

test('a page takes the width of a phone, and leaves room for the arrows on a desk', () => {
  expect([fitWidth(390), fitWidth(1440), fitWidth(900)]).toEqual([374, 960, 756]);
});
