import { expect, test } from 'vitest';
import { parseHours, writeHours } from './parse-hours.ts';

test('hours are read as people type them, and written in one way', () => {
  for (const typed of ['9-18', '09:00–18:00', '9 - 18', '0900-1800', '9.00 to 18.00', '9 до 18', ' 9:00-18 '])
    expect([typed, parseHours(typed)]).toEqual([typed, [['09:00', '18:00']]]);
  const two = parseHours('14-18, 9-13');
  expect(two).toEqual([
    ['09:00', '13:00'],
    ['14:00', '18:00'],
  ]);
  expect(writeHours(two ?? [])).toBe('09:00–13:00, 14:00–18:00');
  expect(parseHours('0-24')).toEqual([['00:00', '24:00']]);
  expect(parseHours('')).toEqual([]);
});

test('what is no time is told', () => {
  for (const typed of ['nine', '9', '9-', '9-25', '9-18-20', '9:60-18', '24:01-24:02', '99-100'])
    expect([typed, parseHours(typed)]).toEqual([typed, undefined]);
});
