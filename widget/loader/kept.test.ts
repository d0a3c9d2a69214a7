import { afterEach, expect, test, vi } from 'vitest';
import { isWaiting } from './kept.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['somebody without a name', { 'parley-7': '{"token":"t","live":true}' }, true],
  ['a user of the site', { other: '1\n2', 'parley-7-u-1': '{"live":true,"token":"t"}' }, true],
  ['one of two users', { 'parley-7-a': '{"live":false}', 'parley-7-b': '{"live":true}' }, true],
  ['nobody any more', { 'parley-7': '{"live":false}', 'parley-7-a': '{}' }, false],
  ['somebody at another quidget', { 'parley-7': '{}', 'parley-71': '{"live":true}' }, false],
  ['nobody who only writes of it', { 'parley-7': JSON.stringify({ drafts: { '': '"live":true' } }) }, false],
])('the next page fetches the chat at once where an answer may have come for %s', (_whom, storage, is) => {
  vi.stubGlobal('localStorage', storage);
  expect(isWaiting(7)).toBe(is);
});

test('where the storage may not be looked at, nobody waits', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(isWaiting(7)).toBe(false);
});
