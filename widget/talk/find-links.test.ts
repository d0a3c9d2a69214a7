import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

const hrefs = (text: string) => findLinks(text).flatMap((part) => (typeof part === 'string' ? [] : [part.href]));

test.each([
  ['See https://shop.example/oak.', ['https://shop.example/oak']],
  [
    '(https://shop.example/a_(b)), http://x.example?a=1&b=2!',
    ['https://shop.example/a_(b)', 'http://x.example/?a=1&b=2'],
  ],
  ['https://shop.example/столи', ['https://shop.example/%D1%81%D1%82%D0%BE%D0%BB%D0%B8']],
  ['HTTPS://Shop.Example', ['https://shop.example/']],
])('%s has its links', (text, links) => {
  expect(hrefs(text)).toEqual(links);
  expect(
    findLinks(text)
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join(''),
  ).toBe(text);
});

test('A23 nothing but the web can be opened, and no text breaks out of its link', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'xhttps://a',
    'https://',
    'https://"onclick=1',
    'vbscript:https//x',
  ])
    expect(hrefs(text), text).toEqual([]);
  expect(hrefs('https://shop.example/a"onclick=alert(1)')).toEqual(['https://shop.example/a']);
  expect(hrefs('https://shop.example/<img src=x>')).toEqual(['https://shop.example/']);
});

test('A40 fifty thousand letters take no time', () => {
  for (const run of ['https://', 'https://a.', '(', '.'])
    expect(findLinks(run.repeat(50_000 / run.length)).length).toBeGreaterThan(0);
}, 5000);
