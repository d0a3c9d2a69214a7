import { expect, test } from 'vitest';
import { edgeOf, pulled, wholeOf, within, zoomMax } from './crop.ts';

const wide = { width: 900, height: 600 };

test('at first the middle is seen, as much of it as fits', () => {
  expect(wholeOf(wide)).toEqual({ x: 450, y: 300, zoom: 1 });
  expect(edgeOf(wide, wholeOf(wide))).toBe(600);
});

test('nobody looks beyond the edge, however far they pull', () => {
  expect(pulled(wide, wholeOf(wide), { dx: 10_000, dy: 50 }, 300)).toEqual({ x: 300, y: 300, zoom: 1 });
  expect(pulled(wide, wholeOf(wide), { dx: -10_000, dy: 0 }, 300)).toEqual({ x: 600, y: 300, zoom: 1 });
});

test('the picture follows the pointer: half as far when one looks twice as close', () => {
  expect(pulled(wide, wholeOf(wide), { dx: -30, dy: 0 }, 300).x).toBe(510);
  expect(pulled(wide, { x: 450, y: 300, zoom: 2 }, { dx: -30, dy: 0 }, 300).x).toBe(480);
});

test('stepping back at the edge moves the view in again', () => {
  expect(within(wide, { x: 890, y: 590, zoom: 1 })).toEqual({ x: 600, y: 300, zoom: 1 });
  expect(within(wide, { x: 450, y: 300, zoom: 99 }).zoom).toBe(zoomMax);
});
