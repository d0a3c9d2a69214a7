import { cleanText } from './clean-text.ts';
import { type HtmlElement, type HtmlNode, isElement, parseHtml, textOf } from './html-tree.ts';
import { limits } from './parsed-mail.ts';

/**
 * Plain text that says what the HTML says: paragraphs apart, lists with marks, quotes with `>`, links as
 * `text (address)`. Reads at most `htmlLengthMax` characters.
 */
export function htmlToText(html: string): string {
  return treeToText(parseHtml(cleanText(html, limits.htmlLengthMax)));
}

export function treeToText(root: HtmlElement): string {
  const writer = new TextWriter();
  writeNodes(root.children, writer, false);
  return writer.finish();
}

const blocks = new Set(
  'address article aside center dd div dl dt figcaption figure footer header li main section table tbody tfoot thead tr caption'.split(
    ' ',
  ),
);
const spacedBlocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'hr']);

function writeNodes(nodes: HtmlNode[], writer: TextWriter, isPre: boolean): void {
  for (const node of nodes) {
    if (isElement(node)) writeElement(node, writer, isPre);
    else if (isPre) writer.verbatim(node);
    else writer.text(node);
  }
}

function writeElement(element: HtmlElement, writer: TextWriter, isPre: boolean): void {
  if (element.tag === 'br') writer.newline();
  else if (element.tag === 'img') writer.text(element.attributes.get('alt') ?? '');
  else if (!isHidden(element)) {
    separate(element, writer);
    writeContent(element, writer, isPre);
    separate(element, writer);
  }
}

function separate(element: HtmlElement, writer: TextWriter): void {
  const isInList = element.parent?.tag === 'li';
  if (spacedBlocks.has(element.tag)) writer.startBlock(isInList ? 1 : 2);
  else if (blocks.has(element.tag)) writer.startBlock(1);
}

function writeContent(element: HtmlElement, writer: TextWriter, isPre: boolean): void {
  const { tag, children } = element;
  if (tag === 'hr') writer.text('---');
  else if (tag === 'blockquote') writer.within('> ', () => writeNodes(children, writer, isPre));
  else if (tag === 'li') writeItem(element, writer, isPre);
  else {
    if (tag === 'ol') countItems(element);
    if (tag === 'td' || tag === 'th') writer.cell();
    writeNodes(children, writer, isPre || tag === 'pre');
    if (tag === 'a') writer.text(linkTarget(element));
  }
}

function writeItem(element: HtmlElement, writer: TextWriter, isPre: boolean): void {
  const mark = element.parent?.tag === 'ol' ? `${ordinals.get(element) ?? 1}. ` : '- ';
  writer.within(' '.repeat(mark.length), () => writeNodes(element.children, writer, isPre), mark);
}

const ordinals = new WeakMap<HtmlElement, number>();

function countItems(list: HtmlElement): void {
  let ordinal = Number.parseInt(list.attributes.get('start') ?? '1', 10) || 1;
  for (const child of list.children) if (isElement(child) && child.tag === 'li') ordinals.set(child, ordinal++);
}

/** ` (address)`, unless the text already shows it. */
function linkTarget(element: HtmlElement): string {
  const href = (element.attributes.get('href') ?? '').trim();
  const shown = textOf(element, limits.linkLengthMax).trim();
  const address = href.replace(/^(?:mailto|tel):/i, '');
  if (!/^(?:https?:|mailto:|tel:)/i.test(href) || shown === '' || bare(shown) === bare(address)) return '';
  return ` (${address})`;
}

function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

function isHidden(element: HtmlElement): boolean {
  return /display\s{0,3}:\s{0,3}none/i.test(element.attributes.get('style') ?? '');
}

/** Collects words into lines: spaces collapse, blank lines never pile up, every line carries its prefix. */
class TextWriter {
  private readonly lines: string[] = [];
  private line = '';
  private hasText = false;
  private pendingSpace = false;
  private blanksDue = 0;
  private prefix = '';
  private firstPrefix: string | null = null;

  text(text: string): void {
    const words = text.replace(/[\s\u00a0]+/g, ' ');
    if (words === '') return;
    const trimmed = words.trim();
    if (trimmed === '') {
      this.pendingSpace = this.hasText;
      return;
    }
    this.begin();
    if ((this.pendingSpace || words.startsWith(' ')) && this.hasText) this.line += ' ';
    this.line += trimmed;
    this.hasText = true;
    this.pendingSpace = words.endsWith(' ');
  }

  verbatim(text: string): void {
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      if (at > 0) this.newline();
      if (line === '') continue;
      this.begin();
      this.line += (this.pendingSpace && this.hasText ? ' ' : '') + line;
      this.pendingSpace = false;
      this.hasText = true;
    }
  }

  cell(): void {
    if (this.hasText) this.pendingSpace = true;
  }

  newline(): void {
    this.begin();
    this.flush();
  }

  /** What follows starts on a line of its own: after one break, or after a blank line. */
  startBlock(breaks: 1 | 2): void {
    if (this.hasText) this.flush();
    this.pendingSpace = false;
    if (breaks === 2) this.blanksDue = 1;
  }

  within(prefix: string, write: () => void, firstPrefix = prefix): void {
    const outer = this.prefix;
    this.begin(false);
    this.firstPrefix = (this.firstPrefix ?? outer) + firstPrefix;
    this.prefix = outer + prefix;
    write();
    if (this.hasText) this.flush();
    this.prefix = outer;
    this.firstPrefix = null;
  }

  finish(): string {
    if (this.hasText) this.flush();
    const first = this.lines.findIndex((line) => line !== '');
    return first === -1 ? '' : this.lines.slice(first).join('\n').trimEnd();
  }

  private begin(startsLine = true): void {
    if (this.hasText) {
      if (!startsLine) this.flush();
      else return;
    }
    const last = this.lines.at(-1)?.trim() ?? '';
    if (this.blanksDue > 0 && last !== '' && last !== this.prefix.trim()) this.lines.push(this.prefix.trimEnd());
    this.blanksDue = 0;
    if (startsLine) {
      this.line = this.firstPrefix ?? this.prefix;
      this.firstPrefix = null;
    }
  }

  private flush(): void {
    this.lines.push(this.line.trimEnd());
    this.line = '';
    this.hasText = false;
    this.pendingSpace = false;
  }
}
