import { describe, expect, test } from 'vitest';
import { csvLine, withoutGuards } from './csv-line.ts';

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

  test('A39: a cell is text, too, for a spreadsheet that ends cells elsewhere', () => {
    expect(csvLine(["a;=cmd|'/C calc'!A0;b"])).toBe(`"a;'=cmd|'/C calc'!A0;b"\r\n`);
    expect(csvLine(['a,@sum', 'b\t-1', 'c;"=1"'], ';')).toBe(`"a,'@sum";"b\t'-1";"c;'""=1"""\r\n`);
  });

  test('A39: a line within a cell is text, too, for a spreadsheet that takes it for a row', () => {
    expect(csvLine([7, "hello\n=cmd|'/C calc'!A0"])).toBe(`7,"hello\n'=cmd|'/C calc'!A0"\r\n`);
    expect(csvLine(['a\r\n"@sum"\rb\r-1'])).toBe(`"a\r\n'""@sum""\rb\r'-1"\r\n`);
    expect(csvLine(['one\r\n\r\ntwo;\n\n\tthree'])).toBe('"one\r\n\r\ntwo;\n\n\tthree"\r\n');
  });

  test('quotes what another spreadsheet would end a cell at', () => {
    expect(csvLine(['one; two', 'a\tb', 'c, d'], ';')).toBe('"one; two";"a\tb";"c, d"\r\n');
  });

  test.each([
    '=1',
    "'=1",
    "''=1",
    'a;=1',
    "a;'=1,-2",
    'x\t\t=',
    '"=1"',
    "it's; 'so'",
    'plain',
    'a\r\n\r\n- b\n- c',
    "a\n'=1\r'\n'\r'b;'\r\n\t=",
  ])('comes back as it was: %j', (value) => {
    const written = csvLine([value]).trimEnd();
    const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
    expect(withoutGuards(cell)).toBe(value);
  });
});
