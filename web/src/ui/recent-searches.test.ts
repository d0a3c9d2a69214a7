import { afterEach, expect, test, vi } from 'vitest';
import { forgetSearch, recentSearches, rememberSearch } from './recent-searches.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('with a full storage a search is not remembered, and what comes after it goes on', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify(['lamp']),
    setItem() {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    },
  });
  expect(() => rememberSearch(7, 'walnut')).not.toThrow();
  expect(() => forgetSearch(7, 'lamp')).not.toThrow();
  expect(recentSearches(7)).toEqual(['lamp']);
});
