import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml, textOf } from './html-tree.ts';
import { htmlKeptWhole, htmlReplies, keptWhole, replies } from './samples/replies.ts';
import { splitQuotedHtml } from './trim-quoted-html.ts';
import { splitQuotedText } from './trim-quoted-text.ts';

const words = (text: string) => text.replace(/\s+/g, ' ').trim();
const splitHtml = (html: string) => {
  const { visible, quoted } = splitQuotedHtml(parseHtml(html));
  return { visible: textOf(visible), quoted: quoted === null ? '' : textOf(quoted) };
};

describe('a reply in plain text', () => {
  it.each(replies)('$name: only the new words are shown', ({ mail, says }) => {
    const { visible, quoted } = splitQuotedText(mail);
    expect(words(visible)).toBe(says);
    expect(words(quoted)).not.toBe('');
  });

  it.each(keptWhole)('$name: everything stays', ({ mail }) => {
    expect(splitQuotedText(mail)).toEqual({ visible: mail.replace(/^\n+/, '').trimEnd(), quoted: '' });
  });

  it('is the same with the line breaks of any system inside longer paragraphs', () => {
    const { mail } = replies[0] ?? { mail: '' };
    const paragraphs = Array.from({ length: 300 }, (_, at) => `Paragraph ${at}: it flickers.`).join('\n\n');
    expect(splitQuotedText(`${paragraphs}\n\n${mail}`).visible).toBe(`${paragraphs}\n\nIt works now.`);
  });
});

describe('a reply in HTML', () => {
  it.each(htmlReplies)('$name: only the new words are shown', ({ html, says }) => {
    const { visible, quoted } = splitHtml(html);
    expect(words(visible)).toBe(says);
    expect(words(quoted)).toContain('OLD WORDS');
  });

  it.each(htmlKeptWhole)('$name: everything stays', ({ html }) => {
    expect(splitHtml(html)).toEqual({ visible: textOf(parseHtml(html)), quoted: '' });
  });

  it('the quoted part keeps the elements around it', () => {
    const html = '<div style="color:red"><p>New</p><blockquote type="cite"><i>Old</i></blockquote></div>';
    const { visible, quoted } = splitQuotedHtml(parseHtml(html));
    const shape = (tree: typeof visible | null) =>
      JSON.stringify(tree, (key, value) => (key === 'parent' ? undefined : value));
    expect(shape(visible)).toContain('"tag":"div"');
    expect(shape(visible)).not.toContain('Old');
    expect(shape(quoted)).toContain('"tag":"i"');
    expect(shape(quoted)).not.toContain('New');
  });
});

describe('nothing is ever lost', () => {
  const line = fc.oneof(
    fc.constantFrom(
      ...replies.flatMap(({ mail }) => mail.split('\n')),
      ...keptWhole.flatMap(({ mail }) => mail.split('\n')),
    ),
    fc.string(),
  );
  const sorted = (text: string) => [...text.replace(/\s/g, '')].sort().join('');

  it('text: every character is in one of the two parts', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const { visible, quoted } = splitQuotedText(text);
        expect(sorted(visible + quoted)).toBe(sorted(text));
        if (text.trim() !== '') expect(visible.trim()).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  it('HTML: every character is in one of the two parts', () => {
    const piece = fc.oneof(
      fc.constantFrom(...htmlReplies.map(({ html }) => html), ...htmlKeptWhole.map(({ html }) => html)),
      fc.constantFrom(
        '<blockquote type="cite">',
        '</blockquote>',
        '<div>',
        '</div>',
        '<br>',
        'From: a@b.example',
        'text',
        '<hr>',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const html = pieces.join('');
        const { visible, quoted } = splitHtml(html);
        expect(sorted(visible + quoted)).toBe(sorted(textOf(parseHtml(html))));
      }),
      { numRuns: 300 },
    );
  });
});
