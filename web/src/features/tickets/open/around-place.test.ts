import { expect, test } from 'vitest';
import { placeAmong, rowsAround } from './around-place.ts';

/** Fifty rows each, whose ids are their places. */
const stretch = (number: number) => Array.from({ length: 50 }, (_, i) => ({ id: number * 50 + i }));

test('a ticket keeps its place while the stretch before it is still on its way', () => {
  expect(placeAmong([undefined, stretch(3)], 2, 155)).toBe(155);
  expect(placeAmong([stretch(2), stretch(3)], 2, 155)).toBe(155);
  expect(placeAmong([stretch(0)], 0, 155)).toBeNull();
});

test('around it stands what is there without a gap', () => {
  expect(rowsAround([stretch(2), stretch(3)], 2, 155)).toHaveLength(100);
  expect(rowsAround([undefined, stretch(3)], 2, 155)[0]).toEqual({ id: 150 });
  expect(rowsAround([stretch(2), undefined, stretch(4)], 2, 110).at(-1)).toEqual({ id: 149 });
});

test('of a stretch that is on its way nothing is guessed from another one', () => {
  expect(rowsAround([stretch(2), undefined], 2, 155)).toEqual([]);
  expect(rowsAround([], 0, 0)).toEqual([]);
});
