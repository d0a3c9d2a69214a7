import { expect, test, vi } from 'vitest';
import { declarations } from './declarations/index.ts';
import { byChoice, byCompany } from './list-filter.ts';
import {
  conditionsOf,
  nextSort,
  readFilters,
  readSort,
  rememberPageSize,
  rowsToSay,
  sortPair,
  writeFilters,
} from './list-state.ts';

test('a header sorts upwards first, then the other way round', () => {
  expect(nextSort('-updated', 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBe('name');
  expect(sortPair('-updated')).toEqual(['updated', 'desc']);
  expect(sortPair('product.name')).toEqual(['product.name', 'asc']);
});

test('an address that sorts by what a list has not sorts as the list does', () => {
  expect(readSort(declarations.products, 'health')).toBe(declarations.products.defaultSort);
  expect(readSort(declarations.products, '-__proto__')).toBe(declarations.products.defaultSort);
  expect(readSort(declarations.products, undefined)).toBe(declarations.products.defaultSort);
  for (const of of Object.values(declarations))
    for (const { sort } of of.columns) if (sort) expect(readSort(of, `-${sort}`), of.name).toBe(`-${sort}`);
  expect(readSort(declarations.products, '-id'), 'the newest first, though no column tells').toBe('-id');
});

const of = { filters: [byCompany, byChoice('health_state', ['ok', 'action_needed'])] };

test('filters travel in the address and back', () => {
  const chosen = { company_id: 3, health_state: 'action_needed' };
  expect(writeFilters(chosen)).toBe('company_id.3*health_state.action_needed');
  expect(readFilters(of, writeFilters(chosen))).toEqual(chosen);
  expect(writeFilters({})).toBeUndefined();
  expect(conditionsOf({}, 'disabled', chosen)).toEqual([
    ['is_deleted', '=', 1],
    ['company_id', '=', 3],
    ['health_state', '=', 'action_needed'],
  ]);
});

test('a noun may say itself what its segments hold', () => {
  const segments = { all: [['product_id', '>', 0]], disabled: [['product_id', '=', 0]] } as const;
  expect(conditionsOf({ segments }, 'all', { company_id: 3 })).toEqual([
    ['product_id', '>', 0],
    ['company_id', '=', 3],
  ]);
  expect(conditionsOf({ segments }, 'disabled', {})).toEqual([['product_id', '=', 0]]);
});

test('an address that chooses what there is not chooses nothing', () => {
  for (const text of [
    '',
    'company_id',
    'company_id.x',
    'company_id.0',
    'company_id.-1',
    'health_state.gone',
    'secret.1',
    '*.*',
  ])
    expect(readFilters(of, text), text).toEqual({});
  expect(readFilters(of, undefined)).toEqual({});
});

test('how many rows were chosen last stands in the address, and what an address says counts', () => {
  vi.stubGlobal('localStorage', { getItem: () => '50' });
  expect(rowsToSay({ sort: 'name' })).toBe(50);
  expect(rowsToSay({ rows: 25 })).toBeUndefined();
  expect(rowsToSay({ from: 25 }), 'the second page of somebody who never chose').toBe(25);
  vi.stubGlobal('localStorage', { getItem: () => null });
  expect(rowsToSay({ from: 25 })).toBeUndefined();
  vi.unstubAllGlobals();
});

test('with a full storage a page has as many rows as were chosen, though the next visit does not know', () => {
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    },
  });
  expect(() => rememberPageSize(50)).not.toThrow();
  vi.unstubAllGlobals();
});
