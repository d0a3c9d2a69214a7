import { expect, test } from 'vitest';
import { partAsked } from './part-asked.ts';

test.each([
  ['bytes=0-', { offset: 0, length: 100 }],
  ['bytes=0-0', { offset: 0, length: 1 }],
  ['bytes=10-19', { offset: 10, length: 10 }],
  ['bytes=90-1000', { offset: 90, length: 10 }],
  ['bytes=-10', { offset: 90, length: 10 }],
  ['bytes=-1000', { offset: 0, length: 100 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=1e1-20', undefined],
  ['lines=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
])('of a hundred bytes %s is %o', (range, wanted) => {
  expect(partAsked({ range }, '"a"', 100)).toEqual(wanted);
});

test('a part of what has changed since is all of it, and nothing has no part', () => {
  expect(partAsked({ range: 'bytes=0-9', 'if-range': '"a"' }, '"a"', 100)).toEqual({ offset: 0, length: 10 });
  expect(partAsked({ range: 'bytes=0-9', 'if-range': '"b"' }, '"a"', 100)).toBeUndefined();
  expect(partAsked({ range: 'bytes=0-' }, '"a"', 0)).toBe('beyond');
  expect(partAsked({}, '"a"', 100)).toBeUndefined();
});
