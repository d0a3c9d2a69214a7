import { expect, test } from 'vitest';
import { whoseProduct } from './whose-product.ts';

const company = (id: number, company_name: string) => ({ id, company_name, case_prefix: 'LO', logo: null });
const both = [company(1, 'Lumen & Oak'), company(2, 'Fjordvik')];
const row = (product_id: number, company_id: number, name: string, abbreviation = '') => ({
  ...{ company_id, product_id },
  product: { name, abbreviation },
});
const rows = [row(1, 1, 'Webshop', 'WEB'), row(2, 2, 'Web'), row(1, 1, 'Webshop', 'WEB'), row(3, 2, 'Boats', 'BTS')];

test('a row says whose its product is where another company’s one has the same letters', () => {
  expect(rows.map(whoseProduct(both, rows))).toEqual(['Lumen & Oak', 'Fjordvik', 'Lumen & Oak', undefined]);
});

test('two of one company that look alike, and what stands alone, say nothing more', () => {
  const twins = [row(1, 1, 'Webshop'), row(2, 1, 'Webmail'), row(1, 1, 'Webshop')];
  for (const alike of [twins, rows.slice(0, 1)])
    expect(alike.map(whoseProduct(both, alike)), 'nobody asks').toEqual(alike.map(() => undefined));
  expect(rows.map(whoseProduct(both.slice(0, 1), rows))).toEqual(rows.map(() => undefined));
});
