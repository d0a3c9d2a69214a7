import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { limits } from './parsed-mail.ts';

export type HtmlElement = {
  tag: string;
  attributes: Map<string, string>;
  children: HtmlNode[];
  parent: HtmlElement | null;
};
export type HtmlNode = HtmlElement | string;

/**
 * Reads HTML into a tree of known tags. Unknown tags are looked through (their content stays), tags whose content is
 * no text for people are dropped with it. Linear in the input and never deeper than `htmlDepthMax`, whatever is thrown
 * at it: tags are closed in the same order as htmlparser2 does, so what is written out again reads the same.
 */
export function parseHtml(html: string): HtmlElement {
  const builder = new TreeBuilder(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.root;
}

/** The content of an element as HTML, everything escaped. */
export function serializeHtml(root: HtmlElement): string {
  const pieces: string[] = [];
  writeChildren(root, pieces);
  return pieces.join('');
}

export function isElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === 'object';
}

export function createElement(tag: string, parent: HtmlElement | null): HtmlElement {
  return { tag, attributes: new Map(), children: [], parent };
}

/** The text inside, as it stands; `lengthMax` bounds the work. */
export function textOf(node: HtmlNode, lengthMax = Number.POSITIVE_INFINITY): string {
  if (typeof node === 'string') return node.slice(0, lengthMax);
  let text = node.tag === 'br' ? '\n' : '';
  for (const child of node.children) {
    if (text.length >= lengthMax) break;
    text += textOf(child, lengthMax - text.length);
  }
  return text;
}

const keptTags = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt ' +
    'em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp ' +
    'section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
);

const droppedTags = new Set(
  (
    'applet audio canvas embed frame frameset iframe link math meta noembed noframes noscript object option ' +
    'optgroup plaintext script select style svg template textarea title video xmp'
  ).split(' '),
);

export const voidTags = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);

const paragraph = new Set(['p']);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p']);

/** Opening the first closes the second when it is the innermost one: the table of htmlparser2, for the tags we keep. */
const opensAndCloses = new Map<string, Set<string>>([
  ['tr', new Set(['tr', 'th', 'td'])],
  ['th', new Set(['th'])],
  ['td', new Set(['thead', 'th', 'td'])],
  ['a', new Set(['a'])],
  ['li', new Set(['li'])],
  ['p', paragraph],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, headings] as const),
  ...'address article aside blockquote div dl figcaption figure footer header hr main ol pre section table ul'
    .split(' ')
    .map((tag) => [tag, paragraph] as const),
  ['dd', new Set(['dd', 'dt'])],
  ['dt', new Set(['dd', 'dt'])],
  ['rt', new Set(['rt', 'rp'])],
  ['rp', new Set(['rt', 'rp'])],
  ['tbody', new Set(['thead', 'tbody'])],
  ['tfoot', new Set(['thead', 'tbody'])],
]);

const attributesMax = 50;

class TreeBuilder implements TokenizerCallbacks {
  readonly root = createElement('', null);
  private readonly html: string;
  private readonly stack: HtmlElement[] = [this.root];
  private current: HtmlElement | null = null;
  private attributeName = '';
  private attributeValue = '';

  constructor(html: string) {
    this.html = html;
  }

  ontext(start: number, end: number): void {
    this.addText(this.html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.addText(characterOf(codepoint));
  }

  onopentagname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    this.current = createElement(name === 'image' ? 'img' : name, null);
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.html.slice(start, end).toLowerCase();
    this.attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.attributeValue += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.attributeValue += characterOf(codepoint);
  }

  onattribend(): void {
    const attributes = this.current?.attributes;
    if (!attributes || attributes.size >= attributesMax || attributes.has(this.attributeName)) return;
    attributes.set(this.attributeName, this.attributeValue);
  }

  onopentagend(): void {
    const element = this.current;
    this.current = null;
    if (!element || !(keptTags.has(element.tag) || droppedTags.has(element.tag))) return;
    const closes = opensAndCloses.get(element.tag);
    while (closes?.has(this.top.tag)) this.stack.pop();
    if (this.stack.length > limits.htmlDepthMax) return;
    const isDropped = droppedTags.has(element.tag);
    if (!isDropped) this.append(element);
    if (!voidTags.has(element.tag)) this.stack.push(element);
  }

  /** HTML knows no self-closing tags but the void ones. */
  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if (name === 'br') this.append(createElement('br', null));
    const at = this.stack.findLastIndex((element) => element.tag === name);
    if (at > 0) this.stack.length = at;
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  private get top(): HtmlElement {
    return this.stack.at(-1) ?? this.root;
  }

  private append(element: HtmlElement): void {
    element.parent = this.top;
    this.top.children.push(element);
  }

  private addText(text: string): void {
    const { children } = this.top;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(text);
  }
}

/** `&#1;` writes a control character that stands in no mail as such. */
function characterOf(codepoint: number): string {
  const isControl = (codepoint < 0x20 && codepoint !== 0x09 && codepoint !== 0x0a) || codepoint === 0x7f;
  return isControl ? '' : String.fromCodePoint(codepoint).toWellFormed();
}

function writeChildren(element: HtmlElement, pieces: string[]): void {
  for (const child of element.children) {
    if (typeof child === 'string') pieces.push(escapeHtml(child));
    else writeElement(child, pieces);
  }
}

function writeElement(element: HtmlElement, pieces: string[]): void {
  pieces.push('<', element.tag);
  for (const [name, value] of element.attributes) pieces.push(' ', name, '="', escapeHtml(value), '"');
  pieces.push('>');
  if (voidTags.has(element.tag)) return;
  writeChildren(element, pieces);
  pieces.push('</', element.tag, '>');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
