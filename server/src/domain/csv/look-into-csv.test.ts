import { afterEach, expect, test, vi } from 'vitest';
import { lookIntoCsv } from './look-into-csv.ts';

afterEach(() => vi.restoreAllMocks());

test('of a large file of long cells only what is shown is cut by its letters: it takes a moment, not seconds', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const long = 'ї'.repeat(65);
  const rows = Array.from({ length: 1000 }, () => [long, '', long].join());
  const seen = lookIntoCsv('customers', Buffer.from(['first_name,email,notes', ...rows].join('\n')));
  expect(seen.rows).toBe(1000);
  expect(seen.columns.map((one) => one.samples.length)).toEqual([3, 0, 3]);
  expect(seen.columns[0]?.samples[0]).toHaveLength(60);
  expect(segment.mock.calls.length).toBeLessThanOrEqual(3 * seen.columns.length);
});
