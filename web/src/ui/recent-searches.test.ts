import { afterEach, expect, test, vi } from 'vitest';
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';

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

test('who signs out where the browser forbids the storage is not told that they are still signed in', () => {
  vi.stubGlobal('localStorage', forbidden);
  expect(forgetSearches).not.toThrow();
});

/** As the storage of a page whose site data are blocked: nothing of it may be touched. */
const forbidden = new Proxy(
  {},
  {
    ownKeys() {
      throw new DOMException('Access is denied for this document', 'SecurityError');
    },
  },
);
