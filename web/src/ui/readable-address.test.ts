import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { readableAddress, readableMarked } from './readable-address.ts';

test('a domain is read in its own letters', () => {
  const domains = [
    'пошта.укр',
    'приклад.com',
    'bücher.example',
    'mail.münchen-ost.de',
    '例え.テスト',
    'shop.café',
    'їжак-7.ua',
  ];
  for (const domain of domains) {
    expect(readableAddress(`olena@${domainToASCII(domain)}`)).toBe(`olena@${domain}`);
    expect(readableAddress(`olena@${domain}`)).toBe(`olena@${domain}`);
  }
  expect(readableAddress('olena@XN--80A1ACN3A.xn--J1AMH')).toBe('olena@пошта.укр');
});

test('what is none, or would look like another one, stays as it is', () => {
  const apples = ['аpple.com', 'аррӏе.com', 'раураӏ-1.com'].map((domain) => domainToASCII(domain));
  for (const domain of ['lumenoak.example', ...apples, 'xn--.com', 'xn--80a!.com', 'xn--99999999999.com', 'xn--a.com'])
    expect(readableAddress(`hanna@${domain}`)).toBe(`hanna@${domain}`);
  for (const text of ['', 'Hanna', '+380441234567', 'xn--80a1acn3a@lumenoak.example'])
    expect(readableAddress(text)).toBe(text);
});

test('of what was found what stands before the domain is marked still', () => {
  const text = 'olena@xn--80a1acn3a.xn--j1amh';
  expect(readableMarked({ text, marks: [[0, 3]] })).toEqual({ text: 'olena@пошта.укр', marks: [[0, 3]] });
  expect(readableMarked({ text, marks: [[6, 10]] })).toEqual({ text: 'olena@пошта.укр', marks: [] });
  const plain = { text: 'olena@lumenoak.example', marks: [[6, 10]] as [number, number][] };
  expect(readableMarked(plain)).toBe(plain);
});
