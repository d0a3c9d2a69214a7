import { expect, test } from 'vitest';
import { productColours } from '../../ui/colours.ts';
import { freeColour } from './start-values.ts';

const [rust, amber, moss] = productColours.map((colour) => colour.value) as [string, string, string];

test('a new product differs from those that are there', () => {
  expect(freeColour([])).toBe(rust);
  expect(freeColour([rust, moss])).toBe(amber);
  expect(freeColour([...productColours.map((one) => one.value), rust.toUpperCase(), '#123456'])).toBe(amber);
});
