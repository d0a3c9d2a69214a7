import { expect, test } from 'vitest';
import { daysLeft } from './days-left.ts';

test('thirty days at first, one on the last, none when it is due', () => {
  const at = Date.parse('2026-03-01T10:00:00Z');
  expect(daysLeft('2026-03-01 10:00:00', at)).toBe(30);
  expect(daysLeft('2026-02-20 10:00:00', at)).toBe(21);
  expect(daysLeft('2026-01-30 11:00:00', at)).toBe(1);
  expect(daysLeft('2026-01-01 10:00:00', at)).toBe(0);
});
