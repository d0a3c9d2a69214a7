import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { snippetKinds, snippetOf } from '#contract/quidget-snippet.ts';
import { findSnippets } from './find-snippets.ts';
import { forbiddenBy } from './read-policy.ts';

const api_url = 'https://desk.example/v1';
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 3, maxLength: 49 }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "');alert(1);//",
    '<!--<script>',
    '`+alert(1)+`',
    '<?php phpinfo(); ?>',
    '\u2028alert(1)//',
    '&quot;&#39;&lt;',
    '\\"\\u003c',
  ),
);

/** The elements of a page, and the texts of its scripts. */
function elementsOf(html: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => void tags.push({ name, attributes }) });
  parser.end(html);
  return tags;
}

describe('A23 a snippet holds whatever the quidget is called', () => {
  test('as one script, whose name is the name', () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1 }), (name, id) => {
        const [script, ...others] = elementsOf(snippetOf({ id, name, api_url }, 'html'));
        expect(others).toEqual([]);
        expect(script).toEqual({
          name: 'script',
          attributes: {
            async: '',
            src: `${api_url}/quidget.js`,
            'data-quidget': String(id),
            'data-name': name,
            'data-server': api_url,
          },
        });
      }),
    );
  });

  test('as a script that makes one: it sets the name and nothing else happens', () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const html = snippetOf({ id: 7, name, api_url }, 'tag_manager');
        expect(elementsOf(html).map((one) => one.name)).toEqual(['script']);
        const made: Record<string, unknown> = {};
        const script = { setAttribute: (key: string, value: string) => Object.assign(made, { [key]: value }) };
        const document = { createElement: () => script, head: { appendChild: () => {} } };
        runInNewContext(html.replace(/^<script>|<\/script>$/g, ''), { document });
        expect(made).toEqual({ 'data-quidget': '7', 'data-name': name, 'data-server': api_url });
      }),
    );
  });

  test('and is found again in a page, of every kind that a page can hold', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(...snippetKinds), (name, kind) => {
        const snippet = snippetOf({ id: 42, name, api_url }, kind);
        const page = kind === 'react' ? `<script type="module">${snippet}</script>` : `<body>${snippet}</body>`;
        expect(findSnippets(page).snippets).toEqual([
          expect.objectContaining({ id: '42', src: `${api_url}/quidget.js` }),
        ]);
      }),
    );
  });

  test('A40 whatever stands in a page, reading it ends', () => {
    for (const part of ['<script>"', '<!--', '"/quidget.js"', "'a/quidget.js'data-quidget=", '<meta '])
      expect(findSnippets(part.repeat(100_000)).policies).toEqual([]);
  });
});

describe('a policy', () => {
  const the = { page: new URL('https://shop.example/'), server: new URL(api_url), nonce: undefined };
  test.each([
    ["default-src 'self'", 1],
    ["default-src 'self'; script-src 'none'", 2],
    ['script-src *', 0],
    ['script-src https:', 0],
    ["script-src 'none'; connect-src https://desk.example", 1],
    ['script-src desk.example; connect-src *.example', 0],
    ['script-src http://desk.example https://cdn.example', 0],
    ['script-src https://desk.example:8443', 1],
    ['script-src https://desk.example:443', 0],
    ["script-src 'strict-dynamic' 'nonce-a' https://desk.example", 1],
    ["script-src-elem 'self'; script-src https://desk.example", 1],
    ["img-src 'none'; frame-ancestors 'none'", 0],
    ['script-src https://desk.example, script-src https://other.example', 1],
    ['', 0],
  ])('%s forbids by %i of its directives', (policy, count) => {
    expect(forbiddenBy([policy], the)).toHaveLength(count);
  });

  test('lets in what carries its nonce', () => {
    expect(forbiddenBy(["script-src 'nonce-a' 'strict-dynamic'"], { ...the, nonce: 'a' })).toEqual([]);
    expect(forbiddenBy(["script-src 'nonce-a'"], { ...the, nonce: 'b' })).toEqual(["script-src 'nonce-a'"]);
  });
});
