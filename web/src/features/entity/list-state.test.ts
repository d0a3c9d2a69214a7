import { expect, test } from 'vitest';
import { nextSort, sortPair } from './list-state.ts';

test('a header sorts upwards first, then the other way round', () => {
  expect(nextSort('-updated', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
  expect(sortPair('-updated')).toEqual(['updated', 'desc']);
  expect(sortPair('product.name')).toEqual(['product.name', 'asc']);
});
