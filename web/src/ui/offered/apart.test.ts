import { expect, test } from 'vitest';
import { apart } from './apart.ts';

const company = (id: number, company_name: string) => ({ id, company_name, case_prefix: 'LO', logo: null });
const both = [company(1, 'Lumen & Oak'), company(2, 'Fjordvik')];
const row = (id: number, company_id: number, name: string) => ({ id, company_id, name });
const named = ({ name }: { name: string }) => name;
const products = [row(1, 1, 'Webshop'), row(2, 2, 'Webshop'), row(3, 1, 'Studio'), row(4, 2, 'Boats')];

test('products of two companies with one name are told apart by their company, and by nothing where they differ', () => {
  expect(products.map(apart(both, products, named))).toEqual([
    'Webshop · Lumen & Oak',
    'Webshop · Fjordvik',
    'Studio',
    'Boats',
  ]);
});

test('whoever works for one company sees names as they are', () => {
  expect(products.map(apart(both.slice(0, 1), products, named))).toEqual(products.map(named));
});

test('two of one company that share a name, and somebody who works for both, are called by their name alone', () => {
  const twins = [row(1, 1, 'Wholesale'), row(2, 1, 'Wholesale')];
  expect(twins.map(apart(both, twins, named))).toEqual(['Wholesale', 'Wholesale']);
  const olena = [row(7, 1, 'Olena'), row(7, 2, 'Olena')];
  expect(olena.map(apart(both, olena, named))).toEqual(['Olena', 'Olena']);
});
