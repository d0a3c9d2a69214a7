import sanitizeHtml from 'sanitize-html';
import { cleanText } from './clean-text.ts';
import { createElement, type HtmlElement, type HtmlNode, isElement, parseHtml, serializeHtml } from './html-tree.ts';
import { cleanLink, imageSource } from './mail-html-values.ts';
import { limits } from './parsed-mail.ts';

/**
 * The HTML of a reply as our own editor may write it: paragraphs, emphasis, lists, quotes, code, headings, links and
 * pictures that travel with the mail (`cid:`). No styles, no classes, nothing remote. Idempotent.
 */
export function sanitizeReplyHtml(html: string): string {
  const root = parseHtml(cleanText(html, limits.htmlLengthMax));
  cleanChildren(root);
  const nestedRight = parseHtml(serializeHtml(root));
  return sanitizeHtml(serializeHtml(nestedRight), secondWall).trim();
}

const allowedTags = 'p br strong b em i u s a ul ol li blockquote code pre h1 h2 h3 hr img'.split(' ');
const renamedTags: Record<string, string> = {
  del: 's',
  strike: 's',
  ins: 'u',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  tt: 'code',
};
const blockTags = new Set('p ul ol li blockquote pre h1 h2 h3 hr'.split(' '));

function cleanChildren(element: HtmlElement): void {
  element.children = element.children.flatMap((child) => (isElement(child) ? cleanElement(child) : [child]));
}

function cleanElement(element: HtmlElement): HtmlNode[] {
  if (element.tag === 'img') return cleanImage(element);
  const written = element.attributes;
  element.attributes = new Map();
  element.tag = renamedTags[element.tag] ?? element.tag;
  cleanChildren(element);
  if (element.tag === 'a') return cleanAnchor(element, cleanLink(written.get('href') ?? ''));
  if (element.tag === 'ol' && /^[1-9]\d{0,5}$/.test(written.get('start') ?? '')) {
    element.attributes.set('start', written.get('start') ?? '1');
  }
  if (element.tag === 'div' && !element.children.some((child) => isElement(child) && blockTags.has(child.tag))) {
    element.tag = 'p';
  }
  return allowedTags.includes(element.tag) ? [element] : element.children;
}

function cleanAnchor(element: HtmlElement, href: string | null): HtmlNode[] {
  if (href === null) return element.children;
  element.attributes = new Map([['href', href]]);
  return [element];
}

function cleanImage(element: HtmlElement): HtmlNode[] {
  const source = imageSource(element.attributes.get('src') ?? '');
  if (!source?.startsWith('cid:')) return [];
  const image = createElement('img', element.parent);
  image.attributes.set('src', source).set('alt', (element.attributes.get('alt') ?? '').slice(0, 500));
  for (const side of ['width', 'height']) {
    const length = element.attributes.get(side)?.trim() ?? '';
    if (/^[1-9]\d{0,3}$/.test(length)) image.attributes.set(side, length);
  }
  return [image];
}

const secondWall: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href'], img: ['src', 'alt', 'width', 'height'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: limits.htmlDepthMax + 2,
};
