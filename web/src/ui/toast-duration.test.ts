import { expect, test } from 'vitest';
import { durationOf } from './toast-duration.ts';

test('a toast goes after five seconds, an error after ten, and none stays for a minute', () => {
  expect(durationOf({ status: 'success' })).toBe(5_000);
  expect(durationOf({ status: 'error' })).toBe(10_000);
  expect(durationOf({ status: 'info', duration: 59_999 })).toBe(59_999);
  expect(durationOf({ status: 'info', duration: 60_000 })).toBe(59_000);
  expect(durationOf({ status: 'error', duration: 3_600_000 })).toBe(59_000);
});
