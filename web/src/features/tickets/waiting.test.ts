import { expect, test } from 'vitest';
import { burntAt } from './waiting.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const ago = (minutes: number) => burntAt(noon - minutes * 60_000, noon);

test('the fuse burns for four hours', () => {
  expect(ago(0)).toBe(0);
  expect(ago(180)).toBe(0.75);
  expect(ago(240)).toBe(1);
  expect(ago(252)).toBeGreaterThan(1);
});

test('a server clock ahead of this one is no time, not minus three minutes', () => {
  expect(ago(-3)).toBe(0);
});
