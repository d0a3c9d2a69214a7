import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

describe('HTML as plain text', () => {
  it.each([
    [
      'paragraphs stand apart, lines do not',
      '<p>One</p><p>Two<br>Three</p><div>Four</div><div>Five</div>',
      'One\n\nTwo\nThree\n\nFour\nFive',
    ],
    ['spaces are what a reader sees', '  a \n <b> b</b>c&nbsp;<i>d</i>  ', 'a bc d'],
    ['lists have marks', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
    ['numbered lists go on counting', '<ol start="9"><li>a</li><li><p>b</p><p>c</p></li></ol>', '9. a\n10. b\n    c'],
    [
      'quotes have >',
      '<p>a</p><blockquote><p>b</p><blockquote>c</blockquote><p>d</p></blockquote><p>e</p>',
      'a\n\n> b\n>\n> > c\n>\n> d\n\ne',
    ],
    [
      'links show where they lead',
      '<a href="https://x.example/a">here</a>, <a href="mailto:a@b.example">write</a>',
      'here (https://x.example/a), write (a@b.example)',
    ],
    [
      'but not twice',
      '<a href="https://x.example/">x.example</a> <a href="mailto:a@b.example">a@b.example</a>',
      'x.example a@b.example',
    ],
    ['nor nowhere', '<a href="#top">top</a><a href="https://x.example"></a>', 'top'],
    ['code keeps its spaces', '<p>So:</p><pre>a\n  b\n\nc</pre>', 'So:\n\na\n  b\n\nc'],
    ['tables are rows', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a b\n1 2'],
    ['pictures are their description', '<img src="x" alt="A lamp"> <img src="y">', 'A lamp'],
    [
      'programs, styles and hidden words are nothing',
      '<style>x</style><script>y</script><p style="display:none">z</p>a',
      'a',
    ],
    ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    ['headings stand apart', '<h1>A</h1>b', 'A\n\nb'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});
