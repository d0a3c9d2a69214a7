import { expect, test } from 'vitest';
import { durationOf } from './toast-duration.ts';

test('a toast goes after as long as the person likes, an error after ten seconds, none later than after 59', () => {
  expect(durationOf('success', 5_000)).toBe(5_000);
  expect(durationOf('info', 59_999)).toBe(59_999);
  expect(durationOf('info', 60_000)).toBe(59_000);
  expect(durationOf('success', 600_000)).toBe(59_000);
  expect(durationOf('error', 5_000)).toBe(10_000);
  expect(durationOf('error', 600_000)).toBe(10_000);
});
