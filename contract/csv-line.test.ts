import { describe, expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

describe('a line of CSV', () => {
  test('A39: a cell that a spreadsheet would calculate is text', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\0'])
      expect(csvLine([`${start}HYPERLINK(1)`])).toMatch(/^"?'/);
    expect(csvLine(['=1+1', '-5', '@sum', '+380'])).toBe("'=1+1,'-5,'@sum,'+380\r\n");
  });

  test('keeps quotes, commas and line breaks inside their cell', () => {
    expect(csvLine(['a "b", c', 'two\nlines', null, 7])).toBe('"a ""b"", c","two\nlines",,7\r\n');
  });

  test('leaves numbers as numbers, below zero too', () => {
    expect(csvLine([-5])).toBe('-5\r\n');
  });
});
