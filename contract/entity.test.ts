import { expect, test } from 'vitest';
import { timeValue } from './entity.ts';

test.each(['2026-02-28 23:59:59', '2024-02-29 00:00:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59'])(
  'the time %s is taken',
  (text) => {
    expect(timeValue.safeParse(text).success).toBe(true);
  },
);

test.each([
  '2026-02-30 00:00:00',
  '2026-02-29 00:00:00',
  '2026-04-31 10:00:00',
  '2026-13-01 00:00:00',
  '2026-00-10 00:00:00',
  '2026-01-00 00:00:00',
  '2026-01-01 24:00:00',
  '2026-01-01 23:60:00',
  '2026-01-01 23:59:60',
  '0000-01-01 00:00:00',
  '2026-1-1 0:0:0',
  '2026-01-01T00:00:00Z',
])('no calendar has the time %s', (text) => {
  expect(timeValue.safeParse(text).success).toBe(false);
});
