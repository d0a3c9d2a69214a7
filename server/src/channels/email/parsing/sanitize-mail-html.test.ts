import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { limits } from './parsed-mail.ts';
import { htmlAttacks } from './samples/html-attacks.ts';
import { sanitizeMailHtml } from './sanitize-mail-html.ts';
import { sanitizeReplyHtml } from './sanitize-reply-html.ts';

const clean = (html: string) => sanitizeMailHtml(html).html;

/** Reads the output with a parser that is not the one under test, and says everything about it that is not allowed. */
function harmIn(html: string, allowed: { tags: string[]; attributes: string[]; image: RegExp }): string[] {
  const harm: string[] = [];
  const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if (node.type === 'text') continue;
      if (!('attribs' in node)) harm.push(`a ${node.type}`);
      else {
        if (!allowed.tags.includes(node.name)) harm.push(`<${node.name}>`);
        for (const [name, value] of Object.entries(node.attribs)) {
          if (!allowed.attributes.includes(name)) harm.push(`${name}=`);
          if (name === 'href' && !/^(?:https?:\/\/[^\s"'<>]+|mailto:|tel:)/.test(value)) harm.push(`href ${value}`);
          if (name === 'src' && !allowed.image.test(value)) harm.push(`src ${value}`);
          if (
            name === 'style' &&
            /position|url|expression|import|behavior|binding|[\\@{}<>]|\/\*|var\(|-\d/i.test(value)
          )
            harm.push(`style ${value}`);
          if (name === 'target' && value !== '_blank') harm.push(`target ${value}`);
          if (name === 'rel' && value !== 'noopener noreferrer nofollow') harm.push(`rel ${value}`);
          if (
            /[<>]|javascript:|\bon[a-z]+\s*=/i.test(value) &&
            name !== 'alt' &&
            name !== 'title' &&
            !/^https?:/.test(value) &&
            !/^cid:/.test(value)
          )
            harm.push(`${name} ${value}`);
        }
        visit(node.children);
      }
    }
  };
  visit(parseDocument(html).children);
  return harm;
}

const mailHtml = {
  tags: 'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  ),
  attributes:
    'href target rel src alt width height border hspace vspace cellpadding cellspacing bgcolor align valign colspan rowspan nowrap scope span size color face start type value dir lang title style'.split(
      ' ',
    ),
  image: /^(?:cid:[^\s"'<>`\\]+|https?:\/\/[^\s"'<>]+)$/,
};

const replyHtml = {
  tags: 'p br strong b em i u s a ul ol li blockquote code pre h1 h2 h3 hr img'.split(' '),
  attributes: 'href src alt width height start'.split(' '),
  image: /^cid:[^\s"'<>`\\]+$/,
};

describe("A24 a stranger's HTML", () => {
  it.each(htmlAttacks.map((attack) => ({ attack, named: JSON.stringify(attack) })))(
    'loses what harms: $named',
    ({ attack }) => {
      for (const html of [
        attack,
        `<p>before</p>${attack}<p>after</p>`,
        `<table><tr><td>${attack}`,
        `<p title="${attack}">`,
      ]) {
        expect(harmIn(clean(html), mailHtml)).toEqual([]);
        expect(harmIn(sanitizeReplyHtml(html), replyHtml)).toEqual([]);
      }
    },
  );

  it('the judge of these tests sees harm where there is some', () => {
    const harmful =
      '<img src=x onerror=1><a href="javascript:1">x</a><p style="position:fixed">x</p><!--x--><script></script>';
    expect(harmIn(harmful, mailHtml)).toEqual([
      'src x',
      'onerror=',
      'href javascript:1',
      'href javascript:1',
      'style position:fixed',
      'a comment',
      '<script>',
    ]);
  });

  it('any two attacks together stay harmless, and cleaning twice changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(...htmlAttacks),
      fc.string(),
      fc.constantFrom(
        '</',
        '<',
        '>',
        '"',
        "'",
        '&lt;',
        '<p>',
        '</p>',
        '<b>',
        '<table>',
        '<td>',
        '<a href=https://x.example>',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = clean(pieces.join(''));
        expect(harmIn(once, mailHtml)).toEqual([]);
        expect(clean(once)).toBe(once);
        const reply = sanitizeReplyHtml(pieces.join(''));
        expect(harmIn(reply, replyHtml)).toEqual([]);
        expect(sanitizeReplyHtml(reply)).toBe(reply);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what a mail may look like', () => {
  it('keeps its layout, colours and pictures', () => {
    const html =
      '<table width="600" cellpadding="0" bgcolor="#ffffff"><tbody><tr><td colspan="2" style="padding:10px 20px;font-family:\'Segoe UI\', Arial;color:rgb(1, 2, 3)"><h1 align="center">Hi</h1></td></tr></tbody></table>';
    expect(clean(html)).toBe(html);
    expect(clean('<font color=red size="+1" face="Arial, serif">x</font>')).toBe(
      '<font color="red" size="+1" face="Arial, serif">x</font>',
    );
  });

  it('drops lengths that follow the window: its frame would grow for ever', () => {
    for (const length of ['100vh', '50.5VH', '10dvh', '1svh', '2lvmax', '3vmin', 'calc(100vh)', '100vw']) {
      expect(clean(`<p style="min-height:${length};color:red">x</p>`)).toBe('<p style="color:red">x</p>');
    }
    expect(clean('<p style="height:100%;width:50px">x</p>')).toBe('<p style="height:100%;width:50px">x</p>');
  });

  it('words that look like tags stay words', () => {
    const html = '<p title="&quot;x&quot; &amp; y">1 &lt; 2 &amp;&amp; &lt;script&gt;x&lt;/script&gt; &amp;lt;</p>';
    expect(clean(html)).toBe(html);
    expect(sanitizeReplyHtml('<p>&lt;b&gt; &amp;lt;</p>')).toBe('<p>&lt;b&gt; &amp;lt;</p>');
  });

  it('control characters and halves of characters go, also when written as numbers', () => {
    expect(clean('a\0b\ud800c&#0;d&#1;e&#x7f;f&#xd800;g')).toBe('ab\ufffdc\ufffddef\ufffdg');
    expect(sanitizeReplyHtml('<p>a\0b\ud800c&#1;d</p>')).toBe('<p>ab\ufffdcd</p>');
  });

  it('links open elsewhere and tell nobody where from', () => {
    expect(
      clean(
        '<a href="https://x.example/a?b=1&amp;c=2" onclick=x>x</a> <a href="mailto:a@b.example">m</a> <a href="tel:+38044">t</a>',
      ),
    ).toBe(
      '<a href="https://x.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a> ' +
        '<a href="mailto:a@b.example" target="_blank" rel="noopener noreferrer nofollow">m</a> ' +
        '<a href="tel:+38044" target="_blank" rel="noopener noreferrer nofollow">t</a>',
    );
    expect(clean('<a href="//x.example">x</a>')).toContain('href="https://x.example/"');
    expect(clean('<a href="/relative">x</a>')).toBe('<a>x</a>');
  });

  it('counts the pictures that come from elsewhere and drops those that only spy', () => {
    const { html, remoteImageCount, contentIds } = sanitizeMailHtml(
      '<img src="https://x.example/a.png" width=100 height=50 alt="A"><img src="//x.example/b.png"><img src="cid:lamp@x">' +
        '<img src="https://spy.example/1" width="1" height="1"><img src="https://spy.example/2" style="width:0;height:0">' +
        '<img src="https://spy.example/3" style="display:none"><img src="C:\\x.png" alt="local">',
    );
    expect(remoteImageCount).toBe(2);
    expect([...contentIds]).toEqual(['lamp@x']);
    expect(html).toBe(
      '<img src="https://x.example/a.png" alt="A" width="100" height="50" /><img src="https://x.example/b.png" alt="" /><img src="cid:lamp@x" alt="" />local',
    );
  });

  it('keeps the words of what it drops, where they are words', () => {
    expect(clean('<form>Name: <input><label>You</label></form><center>x</center><nobr>y</nobr>')).toBe(
      'Name: You<center>x</center>y',
    );
    expect(clean('<head><title>Title</title><style>p{}</style></head><body>Body</body>')).toBe('Body');
  });

  it(`A37 more than ${limits.linksMax} links are words from there on`, () => {
    const html = clean('<a href="https://x.example/">x</a>'.repeat(limits.linksMax + 1_000));
    expect(html.match(/href=/g)).toHaveLength(limits.linksMax);
    expect(html.match(/x<\/a>/g)).toHaveLength(limits.linksMax + 1_000);
  });

  it.each([
    ['<div>', ''],
    ['<table><tr><td>', ''],
    ['<blockquote><p>', ''],
    ['<b>', '</z>'],
    ['<a href="', ''],
    ['<!--', ''],
    ['&lt', ''],
    ['<p style="color:rgb(', ''],
    ['<p a="" ', ''],
    ['<svg><math>', '</svg>'],
    ['<ol><li>', ''],
    ['</p>', ''],
  ])('A40 500 kB of %s are cleaned in time that grows with the length', (open, close) => {
    const html = open.repeat(250_000 / open.length) + close.repeat(250_000 / Math.max(close.length, 1));
    const before = process.cpuUsage();
    const once = clean(html);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    expect(harmIn(once.slice(0, 20_000), mailHtml)).toEqual([]);
  });
});

describe('what a reply may look like', () => {
  it('keeps what our editor writes', () => {
    const html =
      '<h1>Hi</h1><p>It <strong>is</strong> <em>so</em> <u>and</u> <s>not</s> so.<br />Yes.</p><ol start="3"><li><p>one</p></li></ol>' +
      '<blockquote><p>old</p></blockquote><pre><code>a &lt; b</code></pre><hr /><p><a href="https://x.example/">x</a><img src="cid:pic" alt="" width="10" /></p>';
    expect(sanitizeReplyHtml(html)).toBe(html);
  });

  it('brings what others write into that form', () => {
    expect(sanitizeReplyHtml('<div>one</div><div>two<div>three</div></div>')).toBe('<p>one</p>two<p>three</p>');
    expect(sanitizeReplyHtml('<p style="color:red" class=x>a<span>b</span><del>c</del></p>')).toBe('<p>ab<s>c</s></p>');
    expect(sanitizeReplyHtml('<a href="javascript:1">x</a><img src="https://spy.example/1"><h5>y</h5>')).toBe(
      'x<h3>y</h3>',
    );
  });
});
