import { expect, test } from 'vitest';
import { type Box, wayClear } from './toast-place.ts';

const height = 900;
const aBox = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const bottomLeft = aBox(72, 820, 472, 880);

test('toasts stand where they were wished as long as nothing that sends or saves is there', () => {
  const beside = aBox(480, 800, 900, 900);
  const above = aBox(0, 700, 900, 810);
  expect(wayClear(bottomLeft, [], height)).toBe(0);
  expect(wayClear(bottomLeft, [beside, above], height)).toBe(0);
});

test('they move off what sends or saves by the shortest way, over several of them, and stay in the window', () => {
  const bar = aBox(64, 848, 1440, 900);
  expect(wayClear(bottomLeft, [bar], height)).toBe(848 - 8 - 880);
  const buttonAboveIt = aBox(80, 780, 200, 812);
  expect(wayClear(bottomLeft, [bar, buttonAboveIt], height)).toBe(780 - 8 - 880);
  const topRight = aBox(1020, 60, 1420, 120);
  expect(wayClear(topRight, [aBox(1300, 50, 1400, 82)], height)).toBe(82 + 8 - 60);
  const lowButton = aBox(80, 820, 200, 828);
  expect(wayClear(bottomLeft, [lowButton], height), 'below is nearer').toBe(828 + 8 - 820);
});

test('where a small window has no room left, they cover as little as can be', () => {
  const all = aBox(0, 40, 400, 300);
  const place = aBox(16, 52, 384, 140);
  expect(wayClear(place, [all], 310)).toBe(0);
  const most = aBox(0, 100, 400, 310);
  expect(wayClear(place, [most], 310)).toBe(100 - 8 - 140);
});
