import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkText } from './link-text.ts';

const links = (text: string) => linkText(text).flatMap((part) => (part.href ? [[part.text, part.href]] : []));

describe('links in plain text', () => {
  test('web and mail addresses, without the sentence around them', () => {
    expect(links('See https://oak.example/a?b=1, or (www.oak.example/x_(y)). Mail hanna@oak.example!')).toEqual([
      ['https://oak.example/a?b=1', 'https://oak.example/a?b=1'],
      ['www.oak.example/x_(y)', 'https://www.oak.example/x_(y)'],
      ['hanna@oak.example', 'mailto:hanna@oak.example'],
    ]);
  });

  test('A23 nothing but http, https and mailto becomes a link', () => {
    const text =
      'javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd JAVASCRIPT://%0aalert(1) ftp://x.example';
    expect(links(text)).toEqual([]);
  });

  test('A23 markup around an address stays text', () => {
    expect(links('https://oak.example/"onmouseover=alert(1)')).toEqual([
      ['https://oak.example/', 'https://oak.example/'],
    ]);
  });

  test('no text is lost or changed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(
          linkText(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  test('a megabyte of almost-addresses takes no noticeable time', () => {
    const started = performance.now();
    linkText('a@'.repeat(500_000));
    linkText(`https://${'a('.repeat(500_000)}`);
    linkText(`https://${')'.repeat(1_980)} `.repeat(500));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
