import { beforeAll, expect, test } from 'vitest';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { rowsRange } from './rows-range.ts';

beforeAll(() => speakInTests());

test('a page of one row is no range', () => {
  expect(rowsRange(1, 25, '353')).toBe('1–25 of 353');
  expect(rowsRange(26, 26, '26')).toBe('26 of 26');
});
