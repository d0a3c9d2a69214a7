import { expect, test } from 'vitest';
import { linesOf, problemsOfLines } from './phone-lines.ts';

test('every line that holds something is a number, and keeps its place', () => {
  expect(linesOf('+380441234567\r\n\n  +1 212 555 2368 \n')).toEqual([
    { line: 1, number: '+380441234567' },
    { line: 3, number: '+1 212 555 2368' },
  ]);
  expect(linesOf('')).toEqual([]);
});

test('what is no number, too long, or there twice in another spelling is named by its line', () => {
  const text =
    '+380441234567\nhello\n+380 (44) 123-45-67\n+380 44 1234567890123456\n+1 212 555 2368\n123\n380441234567\n+999123456';
  expect(problemsOfLines(linesOf(text)).map(({ line, key }) => [line, key])).toEqual([
    [2, 'phone_invalid'],
    [3, 'phone_duplicate'],
    [4, 'phone_invalid'],
    [6, 'phone_invalid'],
    [7, 'phone_duplicate'],
    [8, 'phone_invalid'],
  ]);
});
