import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowsOrigin, canonicalDomain, domainOf } from './allowed-domains.ts';

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));

describe('a domain', () => {
  test.each([
    ['Shop.Example', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['магазин.укр', 'xn--80aaallyfn1d.xn--j1amh'],
    ['*.shop.example:8443', '*.shop.example:8443'],
    ['localhost:3000', 'localhost:3000'],
    ['ｓｈｏｐ。example', 'shop.example'],
  ])('%s is kept as %s', (typed, kept) => {
    if (typed === 'магазин.укр') expect(canonicalDomain(typed)).toMatch(/^xn--[a-z0-9]+\.xn--j1amh$/);
    else expect(canonicalDomain(typed)).toBe(kept);
  });

  test.each([
    '',
    '.',
    '*',
    '*.com',
    '*.*.example',
    'a.*.example',
    'https://shop.example',
    'shop.example/',
    'user@shop.example',
    'shop.example:0',
    'shop.example:65536',
    'shop.example:',
    '-shop.example',
    'shop..example',
    'shop example',
    'shop%2eexample',
    'shop.example\\@evil.example',
    // Addresses, in some of their spellings.
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '017700000001',
    '①②⑦.0.0.1',
    '*.127.0.0.1',
    '[::1]',
    '::1',
    'shop.1',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('%s is none', (typed) => expect(canonicalDomain(typed)).toBeNull());

  test('kept once is kept for good, and whatever is typed ends soon', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.domain(), fc.webAuthority()), (typed) => {
        const kept = canonicalDomain(typed);
        if (kept !== null) expect(canonicalDomain(kept)).toBe(kept);
      }),
    );
    expect(canonicalDomain('a.'.repeat(25_000))).toBeNull();
  });
});

describe('a page', () => {
  test('of the domain may embed, with the usual port or the one that is named', () => {
    fc.assert(
      fc.property(domain, fc.constantFrom('http', 'https'), fc.integer({ min: 1024, max: 65535 }), (name, as, port) => {
        expect(allowsOrigin([name], `${as}://${name}`)).toBe(true);
        expect(allowsOrigin([name], `${as}://${name}:${port}`)).toBe(false);
        expect(allowsOrigin([`${name}:${port}`], `${as}://${name}:${port}`)).toBe(true);
        expect(allowsOrigin([domainOf(`${as}://${name}:${port}`) ?? ''], `${as}://${name}:${port}`)).toBe(true);
      }),
    );
  });

  test('below the domain may embed by its star alone; one that merely ends alike may not', () => {
    fc.assert(
      fc.property(domain, label, (name, below) => {
        expect(allowsOrigin([`*.${name}`], `https://${below}.${name}`)).toBe(true);
        expect(allowsOrigin([`*.${name}`], `https://${below}.${below}.${name}`)).toBe(true);
        expect(allowsOrigin([`*.${name}`], `https://${name}`)).toBe(false);
        expect(allowsOrigin([name, `*.${name}`], `https://${below}${name}`)).toBe(false);
        expect(allowsOrigin([name], `https://${below}.${name}`)).toBe(false);
        expect(allowsOrigin([name], `https://${name}.${below}.evil`)).toBe(false);
      }),
    );
  });

  test('of nowhere, of a file or of an extension may not; without a list every site may', () => {
    for (const origin of ['null', '', 'file://', 'chrome-extension://abc', 'javascript:1'])
      for (const list of [[], ['shop.example']]) expect(allowsOrigin(list, origin), origin).toBe(false);
    expect(allowsOrigin([], 'https://anywhere.example')).toBe(true);
    expect(domainOf('http://127.0.0.1:3000')).toBeNull();
  });
});
