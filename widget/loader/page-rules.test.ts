import { expect, test } from 'vitest';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { languageOf } from './language.ts';
import { isWantedOn } from './page-rules.ts';

const rule = (page_rule: string, ...pages: string[]) =>
  quidgetSettings.parse({ behaviour: { page_rule, pages } }).behaviour;

test.each([
  ['/shop/*', ['/shop', '/shop/', '/shop/tables/oak'], ['/', '/shops', '/a/shop/']],
  ['/shop', ['/shop', '/shop/'], ['/shop/tables', '/']],
  ['/*/cart', ['/en/cart', '//cart'], ['/cart', '/en/cart/pay']],
  ['/a*b*c', ['/abc', '/a-b-c', '/abbc'], ['/acb', '/ab']],
  ['/столи/*', ['/%D1%81%D1%82%D0%BE%D0%BB%D0%B8/oak'], ['/%D1%81']],
  ['/*', ['/', '/anything'], []],
])('%s means what a shopkeeper means by it', (page, wanted, others) => {
  for (const path of wanted) expect(isWantedOn(path, rule('only', page)), path).toBe(true);
  for (const path of others) expect(isWantedOn(path, rule('only', page)), path).toBe(false);
  for (const path of wanted) expect(isWantedOn(path, rule('except', page)), path).toBe(false);
});

test('everywhere is everywhere, nowhere named is nowhere, and many stars cost nothing', () => {
  expect(isWantedOn('/x', rule('everywhere'))).toBe(true);
  expect(isWantedOn('/x', rule('only'))).toBe(false);
  expect(isWantedOn('/%', rule('except', '/y'))).toBe(true);
  expect(isWantedOn(`/${'a'.repeat(50_000)}`, rule('only', `/${'*a'.repeat(90)}b`))).toBe(false);
});

test('it speaks what was asked for, else what the page speaks, else what the browser does', () => {
  expect(languageOf('auto', 'uk-UA', ['en'])).toBe('ua');
  expect(languageOf('auto', '', ['de', 'uk', 'en'])).toBe('ua');
  expect(languageOf('auto', 'de', ['fr'])).toBe('en');
  expect(languageOf('en', 'uk', ['uk'])).toBe('en');
  expect(languageOf('uk', 'en', [])).toBe('ua');
});
