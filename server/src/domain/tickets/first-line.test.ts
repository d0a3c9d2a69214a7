import { expect, test } from 'vitest';
import { firstLine } from './ticket-queries.ts';

test('the first line of a text, by which lists and new tickets name it, ends with a whole letter', () => {
  expect(firstLine(`The table wobbles ${'🎉'.repeat(200)}`)).toBe(`The table wobbles ${'🎉'.repeat(70)}…`);
  expect(firstLine(`${'x'.repeat(155)}👨‍👩‍👧 and more`)).toBe(`${'x'.repeat(155)}…`);
  // Only so far is looked for it.
  expect(firstLine(`ab${' '.repeat(3197)}😀`)).toBe('ab');
  expect(firstLine(' It  is\n oak ')).toBe('It is oak');
});
