import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />);

test('what legal texts are made of', () => {
  expect(html('# Terms\n\nOne\ntwo, see [there](/v1/terms-of-use).\n\n- **a** b\n  c\n- d')).toBe(
    '<h1>Terms</h1><p>One\ntwo, see <a href="/v1/terms-of-use">there</a>.</p><ul><li><b>a</b> b\n  c</li><li>d</li></ul>',
  );
});

test('a link that is no address, and what looks like HTML, are words', () => {
  const text = '[x](javascript:alert(1)) [y](//evil.test) [z](data:text/html,1) <img src=x onerror=alert(1)>';
  expect(html(text)).not.toMatch(/<a|<img/);
});
